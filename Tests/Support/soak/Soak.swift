import FlightModel
import FlightSimulator
import Glibc
import Linux
import Logbook
import Recorder
import RecordingModel
import Store

/// Flies days of 10 Hz fixes through recorder, database and logbook on a test clock, and compares
/// every row and every file with the simulation.
@main struct Soak {
  static let usage = """
    usage: soak --folder DIR [--hours N] [--short]

    Writes the database, the IGC files and what foreign readers are to find in them into DIR, which
    must not hold a database. On a memory file system commits cost little. Prints `key value` lines
    and at the end `soak ok`, or what is wrong and exits with 1.

      --hours N  about the length of the long flight (default: 21.5, which flies 25)
      --short    three flights of half an hour instead, two of them at midnight

    """

  /// Bytes by which the anonymous memory may grow once everything has been done once.
  static let allowedGrowth = 2 << 20
  /// Bytes that wait for a store that stalls for 20 s: far less than the recorder's bound.
  static let allowedPending = 256 << 10

  static func main() {
    var words = CommandLine.arguments.dropFirst()
    var folder: String?
    var hours = 21.5
    var isShort = false
    while let word = words.popFirst() {
      switch word {
      case "--folder": folder = words.popFirst()
      case "--hours": hours = words.popFirst().flatMap { Double($0) } ?? hours
      case "--short": isShort = true
      default: fail(usage, EX_USAGE)
      }
    }
    guard let folder else { fail(usage, EX_USAGE) }
    guard !Files.exists(folder + "/barograph.db") else {
      fail("soak: \(folder) holds a database already\n", EX_USAGE)
    }
    do {
      try run(in: folder, isShort ? .short() : .day(hours: hours))
      say("soak ok")
    } catch {
      say("soak failed: \(error)")
      exit(1)
    }
  }

  private static func run(in folder: String, _ flights: SoakFlights) throws {
    var box = try SoakBox(folder: folder)
    var log = MemoryLog()
    var stream = flights
    var sent = 0
    var lastHour: Int64 = -1
    while let received = stream.next() {
      let fix = received.fix
      try box.take(fix, bootedAt: received.bootedAt)
      sent += 1
      let hour = fix.trueTime.milliseconds / 3_600_000
      if hour != lastHour {
        lastHour = hour
        try log.sample(fix.trueTime, flightsFiled: box.filed.count)
      }
    }
    try box.shutdown()
    try log.sample(box.clock.time, flightsFiled: box.filed.count)
    say("fixes-sent \(sent)")
    try report(box, flights: flights, truths: stream.truths)
    try log.check(allowed: allowedGrowth)
    try box.store.close()
  }

  private static func report(
    _ box: SoakBox, flights: SoakFlights, truths: [FlightTruth]
  ) throws {
    let status = box.status
    say("fixes-kept \(status.fixes.kept)")
    say("recordings-discarded \(box.discarded)")
    say("stalls \(box.stalls)")
    say("refused-commits \(box.refusals)")
    say("largest-batch \(box.largestBatch)")
    say("queue-bytes-most \(box.mostPendingBytes)")
    guard box.filed.count == truths.count else {
      throw SoakFailure(description: "\(box.filed.count) flights of \(truths.count) were filed")
    }
    var check = FlightCheck(folder: box.folder, contents: box.store.contents, flights: flights)
    var (stored, midnights) = (0, 0)
    for (flight, truth) in zip(box.filed, truths) {
      let result = try check.check(flight, is: truth)
      stored += result.fixesStored
      midnights += result.midnights
      say(
        "igc \(box.folder)/\(flight.entry.filename) \(result.fixesInFile) fixes, "
          + "\(result.fixesStored) stored, \(result.midnights) midnights, "
          + "\(result.headSeconds) s before it moved")
      guard box.committed[flight.entry.recordingID!] == result.fixesStored,
        result.headSeconds <= 95
      else { throw SoakFailure(description: "\(flight.entry.filename): other fixes were sent") }
    }
    say("midnights-in-files \(midnights)")
    try footprint(box, fixes: stored)
    guard status.fixes.kept == status.fixes.received, status.commits.shedFixes == 0,
      status.commits.shedFrames == 0, status.pendingFixes == 0,
      status.commits.committedFixes == box.committed.values.reduce(0, +)
    else { throw SoakFailure(description: "fixes were given up or not committed") }
    guard midnights >= 2, box.stalls > 0, box.refusals > 0 else {
      throw SoakFailure(description: "the run did not meet what it is made for")
    }
    guard box.mostPendingBytes <= allowedPending else {
      throw SoakFailure(description: "\(box.mostPendingBytes) bytes waited for the store")
    }
  }

  private static func footprint(_ box: SoakBox, fixes: Int) throws {
    let counts = try box.store.contents.counts()
    say("fixes-stored \(fixes)")
    say("frames \(counts.frames)")
    say("buckets \(counts.buckets)")
    let tables = try box.store.contents.bytesByTable() ?? [:]
    let all = tables.values.reduce(0, +)
    say("bytes-per-fix-in-fix-record \(tenths(tables["fix_record", default: 0], fixes))")
    say("bytes-per-fix-in-all-tables \(tenths(all, fixes))")
    say("wal-bytes-per-fix \(tenths(box.store.logBytesWritten, fixes))")
    say("database-bytes \(try box.store.contents.sizes().file)")
    // Rows of a Recording that was given up may go, but none may be there twice.
    let expected = box.committed.values.reduce(0, +)
    guard counts.fixes <= expected, counts.fixes >= fixes else {
      throw SoakFailure(description: "\(counts.fixes) rows for \(expected) committed fixes")
    }
  }

  private static func tenths(_ bytes: Int64, _ fixes: Int) -> String {
    let tenths = fixes == 0 ? 0 : bytes * 10 / Int64(fixes)
    return "\(tenths / 10).\(tenths % 10)"
  }

  static func say(_ line: String) { put(line + "\n", on: STDOUT_FILENO) }

  private static func fail(_ text: String, _ code: Int32) -> Never {
    put(text, on: STDERR_FILENO)
    exit(code)
  }

  private static func put(_ text: String, on descriptor: Int32) {
    let bytes = Array(text.utf8)
    _ = write(descriptor, bytes, bytes.count)
  }
}

/// The memory at each hour of the run.
struct MemoryLog {
  private var steady: ProcessMemory?
  private var most: ProcessMemory?

  /// Samples and prints; what comes after the first flights were filed is measured against that.
  mutating func sample(_ time: UTCInstant, flightsFiled: Int) throws {
    let now = try ProcessMemory.now()
    Soak.say(
      "memory \(time.rfc3339) rss \(now.resident >> 10) kB, anonymous \(now.anonymous >> 10) kB")
    guard flightsFiled > 0 else { return }
    if steady == nil { steady = now }
    if now.anonymous > most?.anonymous ?? 0 { most = now }
  }

  /// Whether the anonymous memory kept within `allowed` bytes of its first steady state.
  func check(allowed: Int) throws {
    guard let steady, let most else { throw SoakFailure(description: "no memory was sampled") }
    let growth = most.anonymous - steady.anonymous
    Soak.say("memory-growth-kB \(growth >> 10)")
    guard growth <= allowed else {
      throw SoakFailure(description: "memory grew by \(growth) bytes, \(allowed) are allowed")
    }
  }
}
