import Linux
import TestSupport
import Testing

@Suite struct HostSensorsTests {
  private let root = TemporaryFolder()

  private func put(_ path: String, _ text: String) throws {
    let file = root.file(path)
    try Files.makeFolder(Files.folder(of: file))
    try Files.replace(file, with: Array(text.utf8))
  }

  @Test func readsAMachine() throws {
    try put("proc/stat", "cpu  100 5 20 800 40 1 2 0 7 0\ncpu0 1 2 3 4 5 6 7 8 0 0\n")
    try put("proc/self/statm", "9000 2500 700 1 0 300 0\n")
    try put("proc/self/io", "rchar: 1\nwchar: 900000\nwrite_bytes: 40960\n")
    try put("sys/class/thermal/thermal_zone0/type", "battery\n")
    try put("sys/class/thermal/thermal_zone0/temp", "21000\n")
    try put("sys/class/thermal/thermal_zone1/type", "cpu-thermal\n")
    try put("sys/class/thermal/thermal_zone1/temp", "58250\n")
    let sensors = HostSensors(root: root.path)
    let reading = sensors.read()
    #expect(reading.processorTicks == 968)
    #expect(reading.busyTicks == 128)
    #expect(reading.residentBytes.map { $0 >= 2500 * 4096 } == true)
    #expect(reading.writtenBytes == 40960)
    #expect(reading.temperatureC == 58.25)
    #expect(reading.cpuS.map { $0 > 0 } == true)
    #expect(reading.isSupplyLow == nil)
    #expect(!sensors.tellsSupply)
  }

  @Test func whatIsNotThereOrMakesNoSenseIsUnknown() throws {
    var nothing = HostReading()
    var reading = HostSensors(root: root.path).read()
    nothing.cpuS = reading.cpuS
    #expect(reading == nothing)
    try put("proc/stat", "cpu  1 2 x -4\n")
    try put("proc/self/statm", "many\n")
    try put("proc/self/io", "write_bytes: \n")
    try put("sys/class/thermal/thermal_zone0/temp", "-274000\n")
    try put("sys/class/hwmon/hwmon0/name", "rpi_volt\n")
    try put("sys/devices/platform/soc/soc:firmware/get_throttled", "throttled\n")
    reading = HostSensors(root: root.path).read()
    nothing.cpuS = reading.cpuS
    #expect(reading == nothing)
  }

  @Test func theKernelsAlarmIsOfNowAndForgetsTheBoot() throws {
    try put("sys/class/hwmon/hwmon0/name", "cpu_thermal\n")
    try put("sys/class/hwmon/hwmon1/name", "rpi_volt\n")
    try put("sys/class/hwmon/hwmon1/in0_lcrit_alarm", "0\n")
    let sensors = HostSensors(root: root.path)
    #expect(sensors.tellsSupply)
    #expect(sensors.read().isSupplyLow == false)
    #expect(sensors.read().wasSupplyLow == nil)
    try put("sys/class/hwmon/hwmon1/in0_lcrit_alarm", "1\n")
    #expect(sensors.read().isSupplyLow == true)
  }

  @Test(arguments: [
    ("0", false, false), ("50000", false, true), ("50005", true, true), ("80008", false, false),
  ])
  func theFirmwareRemembersTheBoot(word: String, now: Bool, sinceBoot: Bool) throws {
    try put("sys/devices/platform/soc/soc:firmware/get_throttled", word + "\n")
    let reading = HostSensors(root: root.path).read()
    #expect(reading.isSupplyLow == now)
    #expect(reading.wasSupplyLow == sinceBoot)
  }

  @Test func thisMachineTellsItsMemory() {
    #expect(HostSensors().read().residentBytes.map { $0 > 0 } == true)
  }
}
