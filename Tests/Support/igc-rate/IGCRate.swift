import CScalarDecode
import Crypto
import FlightAnalysis
import FlightModel
import Glibc
import IGC
import Linux

/// Measures how fast files are read: `igc-rate [--seconds S] FILE…` reads each file again and again
/// for so long, then decodes its B records plainly in C, then takes the digest of its normalised form,
/// then takes it in (digest, reading, analysis without distances), then takes its plain SHA-256, and
/// prints one line of JSON a file with CPU times and with what was found. `igc-rate --simulate FOLDER`
/// writes files to measure on, `igc-rate --logbook COUNT FOLDER` so many short flights.
@main enum IGCRate {
  private static let largestFile = 1 << 28

  static func main() throws {
    var paths = Array(CommandLine.arguments.dropFirst())
    if paths.first == "--simulate", paths.count == 2 {
      return try SimulatedFiles.write(to: paths[1])
    }
    if paths.first == "--logbook", paths.count == 3, let count = Int(paths[1]) {
      return try SimulatedFiles.writeLogbook(of: count, to: paths[2])
    }
    var seconds = 0.2
    if paths.first == "--seconds", paths.count > 1 {
      seconds = Double(paths[1]) ?? seconds
      paths.removeFirst(2)
    }
    if paths.isEmpty { print("usage: igc-rate [--seconds S] FILE…") }
    for path in paths {
      let bytes = try Files.read(path, limit: largestFile)
      print(report(path, bytes, nanoseconds: UInt64(seconds * 1e9)))
    }
  }

  private static func report(_ path: String, _ bytes: [UInt8], nanoseconds: UInt64) -> String {
    var file = IGCFile(reading: bytes)
    let parse = time(for: nanoseconds) { file = IGCFile(reading: bytes) }
    let scalar = time(for: nanoseconds) { decode(bytes) }
    let digest = time(for: nanoseconds) { _ = NormalisedIGC.digest(of: bytes, using: SHA256()) }
    let ingest = time(for: nanoseconds) { takeIn(bytes) }
    let sha256 = time(for: nanoseconds) { _ = SHA256.digest(of: bytes) }
    let fixes = max(1, Double(file.track.count))
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return """
      {"file": "\(name)", "bytes": \(bytes.count), "fixes": \(file.track.count), \
      "parseNs": \(parse), "parseNsPerFix": \(parse / fixes), \
      "parseMBPerS": \(Double(bytes.count) / parse * 1000), "scalarNs": \(scalar), \
      "scalarNsPerFix": \(scalar / fixes), "digestNs": \(digest), \
      "ingestNs": \(ingest), "sha256Ns": \(sha256), \(Found(file).json)}
      """
  }

  /// What an import does with a file, but for the database.
  private static func takeIn(_ bytes: [UInt8]) {
    let id = NormalisedIGC.digest(of: bytes, using: SHA256())
    var options = AnalysisOptions()
    options.shapes = []
    let flight = AnalysedFlight.analyse(IGCFile(reading: bytes).track, options: options)
    precondition(id.count == 32 && flight.durationMs >= 0)
  }

  /// CPU nanoseconds of one call, the mean of as many as there is time for.
  private static func time(for limit: UInt64, _ body: () -> Void) -> Double {
    body()
    let start = cpu()
    var calls = 0.0
    repeat {
      body()
      calls += 1
    } while cpu() - start < limit
    return Double(cpu() - start) / calls
  }

  private static func cpu() -> UInt64 { clock_gettime_nsec(CLOCK_PROCESS_CPUTIME_ID) }

  private static func clock_gettime_nsec(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// As the reader does, into memory of its own.
  private static func decode(_ bytes: [UInt8]) {
    let fixes = [scalar_fix](unsafeUninitializedCapacity: bytes.count / 36 + 1) { room, count in
      count = scalar_decode(bytes, bytes.count, room.baseAddress, room.count)
    }
    precondition(fixes.count <= bytes.count)
  }
}

/// What a file held, for a comparison with other readers.
private struct Found {
  let file: IGCFile

  init(_ file: IGCFile) { self.file = file }

  var json: String {
    let counts = file.counts
    let valid = file.track.filter(\.isValid)
    let numbers = [
      ("validFixes", counts.validFixes), ("voidFixes", counts.voidFixes),
      ("badLines", counts.badLines), ("badOtherLines", counts.badOtherLines),
      ("repairedFixes", counts.repairedFixes), ("joinedLines", counts.joinedLines),
      ("duplicateTimes", counts.duplicateTimes), ("backwardTimes", counts.backwardTimes),
      ("duplicateTimesAmongValid", counts.duplicateTimesAmongValid),
      ("backwardTimesAmongValid", counts.backwardTimesAmongValid),
      ("midnights", counts.midnights), ("scoringFixes", file.track.scoringIndices.count),
      ("tasks", file.tasks.count),
    ]
    return
      (numbers.map { "\"\($0.0)\": \($0.1)" } + [
        "\"firstValid\": \"\(valid.first?.time.rfc3339 ?? "")\"",
        "\"lastValid\": \"\(valid.last?.time.rfc3339 ?? "")\"",
      ]).joined(separator: ", ")
  }
}
