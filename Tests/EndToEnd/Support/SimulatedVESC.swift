import Glibc
import JSON
import Linux
import TestSupport

/// The simulator of Tests/Simulators/vesc.py while a test runs it: a board on a pseudo-terminal that
/// plays a ride from the first question on, and a receiver that rides along.
final class SimulatedVESC {
  /// What a configuration names.
  let path: String
  private let hasReceiver: Bool
  private let program: ChildProcess
  private let truthPath: String
  private let folder = TemporaryFolder()

  /// `options` are the simulator's own.
  init(_ options: String..., hasReceiver: Bool = true) async throws {
    path = folder.file("vesc")
    self.hasReceiver = hasReceiver
    truthPath = folder.file("truth.json")
    program = try ChildProcess(
      [
        "python3", "\(PackageFolder.root)/Tests/Simulators/vesc.py", "--link", path, "--truth",
        truthPath, "--ping-latency", "0.05",
      ] + options + (hasReceiver ? ["--nmea", "--nmea-hz", "5"] : []))
    var lines = program.lines.makeAsyncIterator()
    guard let terminal = await lines.next(), terminal.hasPrefix("/dev/") else {
      throw Overdue(description: "the simulator does not start")
    }
    if hasReceiver { _ = await lines.next() }
  }

  /// The sections that name it, lines each; by links, since a terminal's number is soon another's.
  var instruments: [[String]] {
    let receiver = ["address = \(path)-receiver", "driver = nmea", "position = yes"]
    return [["address = \(path)", "driver = vesc"]] + (hasReceiver ? [receiver] : [])
  }

  /// What really happened.
  func truth() throws -> RideTruth {
    try RideTruth(JSONValue.parse(try Files.read(truthPath, limit: 10_000_000)))
  }

  /// Hangs up.
  func stop() async {
    program.send(SIGTERM)
    _ = await program.waitForEnd()
  }

  /// Waits until the ride is over, where the options say that it hangs up then.
  func ended() async throws {
    let ending = await program.waitForEnd()
    guard ending == .exit(0) else { throw Overdue(description: "the simulator: \(ending)") }
  }
}

/// The sums of a simulated ride, in the units that a recorder keeps.
struct RideTruth {
  /// The ride's begin, which its receiver tells.
  static let begin = Int64(1_780_308_000_000)

  /// What a part of a ride adds up to, cm and mWh.
  struct Sums {
    var distanceCm: Double
    var usedWhMilli: Double
    var regainedWhMilli: Double
  }

  let whole: Sums
  let durationS: Double
  let motors: Double
  let maxSpeedCentiKmh: Double
  let maxMotorCurrentMa: Double
  let maxBatteryCurrentMa: Double
  let maxDutyPermille: Double
  let minVoltageMv: Double
  let maxMosfetDeciC: Double
  let maxMotorDeciC: Double
  /// Begin in seconds of the ride, and the code.
  let faults: [(at: Double, code: Int64)]
  /// What no recorder may ever send.
  let forbidden: Int
  private let course: [[Double]]

  init(_ json: JSONValue) throws {
    func number(_ name: String, in object: JSONValue? = nil) throws -> Double {
      guard let value = (object ?? json)[name]?.double else {
        throw Overdue(description: "the simulator's truth has no \(name)")
      }
      return value
    }
    let maxima = json["maxima"]
    whole = Sums(
      distanceCm: try number("distanceM") * 100, usedWhMilli: try number("wattHoursDrawn") * 1000,
      regainedWhMilli: try number("wattHoursRegained") * 1000)
    durationS = try number("durationS")
    motors = try number("motors")
    maxSpeedCentiKmh = try number("speedMps", in: maxima) * 360
    maxMotorCurrentMa = try number("motorCurrentA", in: maxima) * 1000
    maxBatteryCurrentMa = try number("inputCurrentA", in: maxima) * 1000
    maxDutyPermille = try number("duty", in: maxima) * 1000
    minVoltageMv = try number("minVoltageV") * 1000
    maxMosfetDeciC = try number("mosfetC", in: maxima) * 10
    maxMotorDeciC = try number("motorC", in: maxima) * 10
    faults = (json["faults"]?.array ?? []).map {
      ($0["atS"]?.double ?? 0, $0["code"]?.integer ?? 0)
    }
    forbidden = json["forbidden"]?.array?.count ?? -1
    course = (json["course"]?.array ?? []).map { ($0.array ?? []).compactMap(\.double) }
  }

  /// What a part of the ride adds up to, between two of its seconds.
  func sums(from begin: Double, to end: Double) -> Sums {
    let (first, last) = (row(at: begin), row(at: end))
    return Sums(
      distanceCm: (last[1] - first[1]) * 100, usedWhMilli: (last[2] - first[2]) * 1000,
      regainedWhMilli: (last[3] - first[3]) * 1000)
  }

  private func row(at second: Double) -> [Double] {
    course[min(max(0, Int((second * 10).rounded())), course.count - 1)]
  }
}
