import ConfigFile
import Configuration
import FlightModel
import Log
import Testing

@Suite struct ConfigurationReadingTests {
  private func read(_ texts: String...) -> ConfigurationReading<DaemonConfiguration> {
    ConfigurationReading(
      texts.enumerated().map {
        ConfigurationSource(name: "\($0.offset).conf", bytes: Array($0.element.utf8))
      })
  }

  @Test func anEmptyConfigurationIsTheDefaults() {
    #expect(read().configuration == .defaults)
    #expect(read("").problems == [])
    let defaults = DaemonConfiguration.defaults
    #expect(defaults.gpsd.map(\.host) == ["127.0.0.1"])
    #expect(defaults.gpsd.map(\.port) == [2947])
    #expect(defaults.gpsd.map(\.device) == [nil])
    #expect(defaults.recording.policy == .auto)
    #expect(defaults.igc.rate == 1)
    #expect(defaults.igc.serial == nil)
    #expect(defaults.declaration == Declaration())
    #expect(defaults.logLevel == .info)
    #expect(defaults.storage.minimumFreeMiB == 256)
  }

  @Test func everyKeyReachesItsPlace() {
    let reading = read(
      """
      [gpsd]
      host = mast
      port = 3000
      device = /dev/ttyACM0
      [gpsd]
      [recording]
      policy = manual
      kind = flight
      [igc]
      rate = 10
      serial = A1Z
      [declaration]
      pilot = Ada
      crew = Bert
      glider-type = LS 4
      registration = D-1234
      competition-id = AB
      competition-class = Club
      [storage]
      directory = /data
      minimum-free = 1000
      [log]
      level = debug
      [api]
      socket = /run/b.sock
      """)
    #expect(reading.problems == [])
    let configuration = reading.configuration
    #expect(configuration.gpsd.map(\.host) == ["mast", "127.0.0.1"])
    #expect(configuration.gpsd.map(\.port) == [3000, 2947])
    #expect(configuration.gpsd.map(\.device) == ["/dev/ttyACM0", nil])
    #expect(configuration.recording.policy == .manual)
    #expect(configuration.recording.kind == .flight)
    #expect(configuration.igc.rate == 10)
    #expect(configuration.igc.serial == "A1Z")
    #expect(
      configuration.declaration
        == Declaration(
          pilot: "Ada", crew: "Bert", gliderType: "LS 4", registration: "D-1234",
          competitionID: "AB", competitionClass: "Club"))
    #expect(configuration.storage.directory == ConfiguredPath("/data"))
    #expect(configuration.storage.minimumFreeMiB == 1000)
    #expect(configuration.logLevel == .debug)
    #expect(configuration.socket == ConfiguredPath("/run/b.sock"))
  }

  @Test func laterFilesOverrideKeyByKeyAndSourcesAsAWhole() {
    let reading = read(
      "[gpsd]\nhost = a\n[gpsd]\nhost = b\n[igc]\nrate = 5\nserial = ABC\n", "[igc]\nrate = 2\n",
      "[gpsd]\nport = 4000\n")
    #expect(reading.problems == [])
    #expect(reading.configuration.igc.rate == 2)
    #expect(reading.configuration.igc.serial == "ABC")
    #expect(reading.configuration.gpsd.map(\.host) == ["127.0.0.1"])
    #expect(reading.configuration.gpsd.map(\.port) == [4000])
  }

  @Test(arguments: [
    ("[recording]\npolcy = auto", "0.conf:2: unknown key 'polcy' in [recording]", "'policy'"),
    ("[igc]\n\nreta = 1", "0.conf:3: unknown key 'reta' in [igc]", "'rate'"),
    ("[declaration]\nglidertype = x", "0.conf:2: unknown key 'glidertype'", "'glider-type'"),
    ("[gpsd]\nlevel = debug", "0.conf:2: unknown key 'level' in [gpsd]", "[log]"),
    ("[recoding]\npolicy = auto", "0.conf:1: unknown section [recoding]", "[recording]"),
    ("[igc]\nrate = 21", "0.conf:2: igc.rate is '21'", "1 to 20 (Hz)"),
    ("[igc]\nrate = 99999999999999999999", "0.conf:2: igc.rate", "whole number"),
    ("[igc]\nserial = abc", "0.conf:2: igc.serial is 'abc'", "A to Z"),
    ("[gpsd]\nport = 0", "0.conf:2: gpsd.port is '0'", "1 to 65535"),
    ("[gpsd]\nhost =", "0.conf:2: gpsd.host is ''", "1 to 255"),
    (
      "[recording]\npolicy = Auto", "0.conf:2: recording.policy is 'Auto'", "auto, always or manual"
    ),
    ("[storage]\ndirectory = var", "0.conf:2: storage.directory is 'var'", "absolute path"),
    ("[storage]\ndirectory = $HOME/x", "0.conf:2: storage.directory", "$STATE_DIRECTORY"),
    ("[igc]\n[igc]\n", "0.conf:2: section [igc] was already begun", "line 1"),
    ("[gpsd]\n[gpsd]\n", "0.conf:2: this [gpsd] section", "same host"),
    ("[igc]\nrate = 1\nrate = 1", "0.conf:3: key 'rate' was already given", "line 2"),
  ])
  func refusesWithFileLineAndRemedy(text: String, start: String, remedy: String) {
    let problems = read(text).problems.map(\.description)
    #expect(problems.count == 1)
    #expect(problems.first?.hasPrefix(start) == true, "\(problems)")
    #expect(problems.first?.contains(remedy) == true, "\(problems)")
  }

  @Test func reportsAllProblemsInOrderOfFilesAndLines() {
    let reading = read("[igc]\nrate = x\nnonsense\nspeed = 2\n", "[log]\nlevel = loud\n")
    #expect(
      reading.problems.map(\.location.description)
        == ["0.conf:2", "0.conf:3", "0.conf:4", "1.conf:2"])
    #expect(reading.report.hasSuffix("\n4 problems in 2 files\n"))
    #expect(reading.report.split(separator: "\n").count == 5)
    #expect(read("[igc]\n").report == "configuration is good\n")
  }

  @Test func picksDropInsByNameAndOrder() {
    let names = [
      "20-b.conf", "10-a.conf", ".hidden.conf", "x.conf~", "y.conf.dpkg-old", ".conf", "B.conf",
    ]
    #expect(ConfigurationSource.dropIns(in: names) == ["10-a.conf", "20-b.conf", "B.conf"])
  }

  @Test func resolvesDirectoriesOfSystemd() {
    let environment = ["STATE_DIRECTORY": "/var/lib/one:/var/lib/two"]
    let lookup = { (name: String) in environment[name] }
    #expect(ConfiguredPath("$STATE_DIRECTORY").resolved(environment: lookup) == "/var/lib/one")
    #expect(
      ConfiguredPath("$STATE_DIRECTORY/x").resolved(environment: lookup) == "/var/lib/one/x")
    #expect(
      ConfiguredPath("$RUNTIME_DIRECTORY/b.sock").resolved(environment: lookup)
        == "/run/barograph/b.sock")
    #expect(ConfiguredPath("/data").resolved(environment: lookup) == "/data")
    #expect(!ConfiguredPath("$STATE_DIRECTORYX/a").isUsable)
    #expect(!ConfiguredPath("").isUsable)
  }
}
