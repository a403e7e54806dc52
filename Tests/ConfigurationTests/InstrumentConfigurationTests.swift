import ConfigFile
import Configuration
import FlightModel
import Testing

@Suite struct InstrumentConfigurationTests {
  private func read(_ texts: String...) -> ConfigurationReading<DaemonConfiguration> {
    ConfigurationReading(
      texts.enumerated().map {
        ConfigurationSource(name: "\($0.offset).conf", bytes: Array($0.element.utf8))
      })
  }

  @Test func nothingIsNamedByDefaultAndEverythingMayBeFound() {
    let defaults = DaemonConfiguration.defaults
    #expect(defaults.instruments == [])
    #expect(defaults.devices.listens)
    #expect(defaults.devices.usesBluetooth)
    #expect(defaults.devices.ignored == [])
  }

  @Test func everyKeyOfAnInstrumentReachesItsPlace() throws {
    let reading = read(
      """
      [instrument]
      address = /dev/serial/by-id/usb-FTDI-if00-port0
      driver = nmea
      speed = 57600
      position = yes
      pressure-altitude = no
      share = 4353
      share-write = yes
      [instrument]
      address = d3:4f:00:12:ab:cd
      driver = heart-rate
      [instrument]
      address = [fe80::1%wlan0]:2000
      [devices]
      listen = no
      ignore = ttyUSB3   0403:6001
      """)
    #expect(reading.problems == [])
    let instruments = reading.configuration.instruments
    try #require(instruments.count == 3)
    #expect(
      instruments[0].address == .serial(path: "/dev/serial/by-id/usb-FTDI-if00-port0", speed: nil))
    #expect(instruments[0].driver == .nmea)
    #expect(instruments[0].speed == 57_600)
    #expect(instruments[0].position == .yes)
    #expect(instruments[0].pressureAltitude == .no)
    #expect(instruments[0].sharePort == 4353)
    #expect(instruments[0].sharesWriting)
    #expect(instruments[1].address == .bluetooth("D3:4F:00:12:AB:CD"))
    #expect(instruments[1].driver == .heartRate)
    #expect(instruments[1].speed == nil)
    #expect(instruments[2].address == .tcp(host: "fe80::1%wlan0", port: 2000))
    #expect(instruments[2].driver == .auto)
    #expect(instruments[2].position == .auto)
    #expect(reading.configuration.devices.ignored == ["ttyUSB3", "0403:6001"])
    #expect(!reading.configuration.devices.listens)
  }

  @Test func aSpeedMayStandBehindThePath() {
    let reading = read("[instrument]\naddress = /dev/ttyUSB0@19200\n")
    #expect(reading.problems == [])
    let instrument = reading.configuration.instruments.first
    #expect(instrument?.address == .serial(path: "/dev/ttyUSB0", speed: nil))
    #expect(instrument?.speed == 19_200)
    #expect(read("[instrument]\naddress = /dev/a@4800\nspeed = 4800\n").problems == [])
    #expect(read("[instrument]\naddress = /dev/a@4800\nspeed = 9600\n").problems.count == 1)
  }

  @Test func aFileWithInstrumentsReplacesThoseOfEarlierFiles() {
    let reading = read(
      "[instrument]\naddress = /dev/a\n[instrument]\naddress = /dev/b\n",
      "[instrument]\naddress = /dev/c\n")
    #expect(reading.problems == [])
    #expect(
      reading.configuration.instruments.map(\.address) == [.serial(path: "/dev/c", speed: nil)])
  }

  @Test func aBoxMayDoWithoutGPSD() {
    let reading = read("[gpsd]\nuse = no\n[instrument]\naddress = /dev/ttyUSB0\n")
    #expect(reading.problems == [])
    #expect(reading.configuration.gpsd == [])
    #expect(reading.configuration.instruments.count == 1)
    #expect(read("[gpsd]\nuse = no\n").problems == [])
    let none = read("[gpsd]\nuse = no\n[devices]\nlisten = no\n").problems
    #expect(none.map(\.location.description) == ["0.conf:2"])
    #expect(none.first?.message.contains("name an [instrument]") == true)
  }

  @Test func aBluetoothInstrumentNeedsBluetooth() {
    let text = "[devices]\nbluetooth = no\n"
    #expect(!read(text).configuration.devices.usesBluetooth)
    #expect(read(text).problems == [])
    let problems = read(text + "[instrument]\naddress = D3:4F:00:12:AB:CD\n").problems
    #expect(problems.map(\.location.description) == ["0.conf:2"])
    #expect(problems.first?.message.contains("D3:4F:00:12:AB:CD out of reach") == true)
  }

  @Test func oneOfTwoGPSDsMayBeLeftOut() {
    let reading = read("[gpsd]\nhost = a\n[gpsd]\nhost = b\nuse = no\n")
    #expect(reading.problems == [])
    #expect(reading.configuration.gpsd.map(\.host) == ["a"])
  }

  @Test(arguments: [
    ("[instrument]\ndriver = nmea", "0.conf:1: this [instrument] section has no address", ""),
    ("[instrument]\naddress = ttyUSB0", "0.conf:2: instrument.address is 'ttyUSB0'", "host:port"),
    (
      "[instrument]\naddress = /dev/a\nspeed = 1200", "0.conf:3: instrument.speed is '1200'",
      "auto, 4800"
    ),
    (
      "[instrument]\naddress = /dev/a\ndriver = flarm", "0.conf:3: instrument.driver is 'flarm'",
      "nmea"
    ),
    ("[instrument]\naddress = h:1\nspeed = 4800", "0.conf:1: this [instrument]", "serial port"),
    (
      "[instrument]\naddress = /dev/a\ndriver = heart-rate", "0.conf:1: this [instrument]",
      "Bluetooth address"
    ),
    (
      "[instrument]\naddress = /dev/a\nshare-write = yes", "0.conf:1: this [instrument]",
      "no share port"
    ),
    ("[instrument]\naddress = /dev/a\nshare = 80", "0.conf:3: instrument.share is '80'", "1024"),
    (
      "[instrument]\naddress = /dev/a\n[instrument]\naddress = /dev/a",
      "0.conf:3: this [instrument] section", "address of one above"
    ),
    (
      "[instrument]\naddress = /dev/a\nshare = 2000\n[instrument]\naddress = /dev/b\nshare = 2000",
      "0.conf:4: this [instrument] section", "share port of one above"
    ),
    ("[devices]\nlisten = maybe", "0.conf:2: devices.listen is 'maybe'", "yes or no"),
    ("[instruments]\n", "0.conf:1: unknown section [instruments]", "[instrument]"),
  ])
  func refusesWithFileLineAndRemedy(text: String, start: String, remedy: String) {
    let problems = read(text).problems.map(\.description)
    #expect(problems.contains { $0.hasPrefix(start) && $0.contains(remedy) }, "\(problems)")
  }

  @Test func aSectionThatWasRefusedComplainsOnce() {
    #expect(read("[instrument]\ndriver = nmea\n").problems.count == 1)
  }
}
