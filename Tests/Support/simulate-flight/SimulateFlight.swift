import FlightModel
import FlightSimulator
import Glibc

/// Writes the log and the truth of a simulated flight into a folder.
@main struct SimulateFlight {
  static let usage = """
    usage: simulate-flight --case NAME --out DIR [--rate N] [--seed N] [--start YYYY-MM-DD]
           simulate-flight --climbs N --seed N [--launch winch|aerotow] --out DIR [--rate N]
           simulate-flight --list

    Writes flight.nmea (what the receiver sends), truth.json (the expected values) and truth.csv
    (every fix) into DIR, which must exist. The same options give the same bytes on every machine.

      --case NAME     one of the cases that --list prints
      --climbs N      instead of a case: a flight of N climbs, generated from the seed
      --seed N        the seed of the air and the receiver's noise
      --rate N        fixes a second: 1, 2, 4, 5, 10 or 20
      --start DATE    the date of the flight, in UTC

    """

  static func main() {
    var arguments = Arguments(CommandLine.arguments.dropFirst())
    if arguments.flag("--help") { return write(usage) }
    if arguments.flag("--list") {
      for entry in FlightCase.all { write("\(entry.name)\t\(entry.summary)\n") }
      return
    }
    guard let directory = arguments.value("--out"), let flightCase = chosen(&arguments),
      arguments.isEmpty
    else {
      complain(usage)
      exit(64)
    }
    let options = CommandLine.arguments.dropFirst().map { $0 == directory ? "DIR" : $0 }
    let command = "simulate-flight " + options.joined(separator: " ")
    if !writeAll(flightCase, into: directory, command: command) { exit(74) }
  }

  /// The case that the options ask for; nil if they make no sense.
  private static func chosen(_ arguments: inout Arguments) -> FlightCase? {
    let seed = arguments.value("--seed").flatMap { UInt64($0) }
    var result: FlightCase
    if let name = arguments.value("--case") {
      guard let named = FlightCase.named(name) else { return nil }
      result = named
      if let seed { result.plan.seed = seed }
    } else {
      guard let climbs = arguments.value("--climbs").flatMap({ Int($0) }), let seed else {
        return nil
      }
      let launch: FlightPlan.Launch = arguments.value("--launch") == "winch" ? .winch : .aerotow
      result = .generated(seed: seed, climbs: climbs, launch: launch)
    }
    if let text = arguments.value("--rate") {
      guard let rate = Int(text), [1, 2, 4, 5, 10, 20].contains(rate) else { return nil }
      result.plan.rate = rate
    }
    if let text = arguments.value("--start") {
      let parts = text.split(separator: "-").compactMap { Int($0) }
      guard parts.count == 3 else { return nil }
      let date = CivilDate(year: parts[0], month: parts[1], day: parts[2])
      result.plan.start = UTCInstant(date, millisecondOfDay: result.plan.start.millisecondOfDay)
    }
    return result
  }

  private static func writeAll(_ flightCase: FlightCase, into directory: String, command: String)
    -> Bool
  {
    let written = flightCase.files(command: command).map { name, bytes in
      write(bytes, to: directory + "/" + name)
    }
    return written.allSatisfy { $0 }
  }

  private static func write(_ bytes: [UInt8], to path: String) -> Bool {
    guard let file = fopen(path, "w") else {
      complain("simulate-flight: cannot write \(path): \(String(cString: strerror(errno)))\n")
      return false
    }
    let count = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, count == bytes.count else {
      complain("simulate-flight: \(path) is incomplete: \(String(cString: strerror(errno)))\n")
      return false
    }
    return true
  }

  private static func write(_ text: String) { put(text, on: STDOUT_FILENO) }
  private static func complain(_ text: String) { put(text, on: STDERR_FILENO) }
  private static func put(_ text: String, on descriptor: Int32) {
    let bytes = Array(text.utf8)
    _ = Glibc.write(descriptor, bytes, bytes.count)
  }
}

/// The command line, taken apart as options are asked for.
struct Arguments {
  private var words: [String]

  init(_ words: some Sequence<String>) { self.words = Array(words) }

  /// Whether everything was asked for.
  var isEmpty: Bool { words.isEmpty }

  /// Takes an option without value.
  mutating func flag(_ name: String) -> Bool {
    guard let index = words.firstIndex(of: name) else { return false }
    words.remove(at: index)
    return true
  }

  /// Takes an option and its value.
  mutating func value(_ name: String) -> String? {
    guard let index = words.firstIndex(of: name), index + 1 < words.count else { return nil }
    let value = words[index + 1]
    words.removeSubrange(index...index + 1)
    return value
  }
}
