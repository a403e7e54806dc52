import CommandLineInterface
import ControlAPI
import FlightModel
import Glibc
import JSON
import Linux
import RideLogs

/// `barograph rides import`: logs of other programs, through the daemon.
enum RidesImportCommand {
  static let spec = CommandSpec(
    path: ["rides", "import"], summary: "take in ride logs and backups of other programs",
    arguments: "FILE...", argumentCount: 1...1000,
    options: [
      OptionSpec("board", "ID|NAME", "the board that the rides are of"),
      OptionSpec("start", "TIME", "when the ride began (RFC 3339), if the name does not say it"),
      OptionSpec("utc-offset", "+HH:MM", "how far the log's local time is ahead of UTC"), .json,
      .socket,
    ],
    details: """
      Reads logs of VESC Tool, VESC Express and Float Control (CSV), debug recordings
      (JSON lines) and backups (ZIP). Keep the name that the app gave a file: it holds
      the date. Local times are taken for those of this computer's time zone unless
      --utc-offset says another. --board is needed where the file does not name the
      board and there are several.

      Minutes of which the board has telemetry already stay as they are, so importing
      a file again adds nothing. docs/ride-logs.md tells what is read.

      Exit codes: 0 every file was taken in or was known, 65 a file was refused; the
      others are taken in all the same.
      """
  ) { (invocation) throws(Failure) in
    var results: [JSONValue] = []
    var refused: Failure?
    for path in invocation.arguments {
      do throws(Failure) {
        let result = try take(path, invocation)
        results.append(["file": .string(path), "result": result.json])
        if !invocation.has("json") { try invocation.output.write(text(path, result)) }
      } catch {
        // Without the daemon no other file can be taken in either.
        guard error.exit == .usage || error.exit == .noInput || error.exit == .badData else {
          throw error
        }
        refused = error
        results.append(["file": .string(path), "error": .string(error.message)])
        if !invocation.has("json") {
          try invocation.output.write("\(path): \(error.message); \(error.hint)\n")
        }
      }
    }
    if invocation.has("json") { try invocation.output.write(["imports": .array(results)]) }
    guard let refused else { return 0 }
    throw Failure(.badData, "import-refused", refused.message, hint: refused.hint)
  }

  private static func take(
    _ path: String, _ invocation: Invocation
  ) throws(Failure) -> ImportResult {
    let name = String(path.split(separator: "/").last ?? "")
    var order = ImportOrder(id: "", name: name)
    order.board = invocation["board"]
    order.startedAt = try start(invocation)
    order.utcOffsetMinutes = try utcOffset(invocation, name)
    order.isRide = true
    let file: OpenedFile
    do throws(SystemError) { file = try OpenedFile(following: path) } catch {
      throw FileSender.unreadable(path, error)
    }
    // A ride log is known by its board too, so its bytes alone say nothing.
    return try FileSender(invocation).send(
      file.descriptor, bytes: file.entry.bytes, order, isHashed: false)
  }

  // MARK: Time

  private static func start(_ invocation: Invocation) throws(Failure) -> UTCInstant? {
    guard let text = invocation["start"] else { return nil }
    guard let time = UTCInstant(rfc3339: text) else {
      throw .usage("--start takes a time", hint: "for example 2026-07-04T09:12:30Z")
    }
    return time
  }

  /// Minutes ahead of UTC: as given, else this computer's on the day of the log.
  private static func utcOffset(
    _ invocation: Invocation, _ name: String
  ) throws(Failure) -> Int64 {
    guard let text = invocation["utc-offset"] else { return localOffset(name) }
    let digits = text.dropFirst().split(separator: ":")
    guard let sign = ["+": Int64(1), "-": -1][text.prefix(1)], digits.count == 2,
      let hours = Int64(digits[0]), let minutes = Int64(digits[1]), (0...14).contains(hours),
      (0..<60).contains(minutes), hours * 60 + minutes <= 14 * 60
    else {
      throw .usage("--utc-offset takes +HH:MM or -HH:MM", hint: "for example --utc-offset +02:00")
    }
    return sign * (hours * 60 + minutes)
  }

  /// What the time zone of this computer says of the log's day (mktime(3)).
  static func localOffset(_ name: String) -> Int64 {
    guard let log = LogFileName(name) else { return 0 }
    let seconds = (log.millisecondOfDay ?? 43_200_000) / 1000
    var local = tm()
    local.tm_year = Int32(log.date.year - 1900)
    local.tm_mon = Int32(log.date.month - 1)
    local.tm_mday = Int32(log.date.day)
    local.tm_hour = Int32(seconds / 3600)
    local.tm_min = Int32(seconds / 60 % 60)
    local.tm_isdst = -1
    guard mktime(&local) != -1 else { return 0 }
    return Int64(local.tm_gmtoff / 60)
  }

  // MARK: Words

  static func text(_ path: String, _ result: ImportResult) -> String {
    let boards = result.boards.joined(separator: ", ")
    if result.wasKnown { return "\(path): was imported before\n" }
    var parts = ["\(result.minutes) minutes of \(boards)"]
    if result.knownMinutes > 0 { parts.append("\(result.knownMinutes) were there already") }
    if result.hiddenSamples > 0 {
      parts.append("\(result.hiddenSamples) samples in privacy zones left out")
    }
    if result.brokenRows > 0 { parts.append("\(result.brokenRows) rows broken") }
    var text = "\(path): \(parts.joined(separator: "; "))\n"
    for row in result.firstBroken { text += "  line \(row.line): \(row.cause)\n" }
    return text
  }
}
