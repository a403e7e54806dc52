import CommandLineInterface
import ControlAPI
import JSON
import RecordingModel
import SyncContract

/// The options that choose flights, and what they ask of the recorder.
enum FlightChoice {
  static let options: [OptionSpec] = [
    OptionSpec("year", "YEAR", "flown in this year (UTC)"),
    OptionSpec("favorite", nil, "marked as favourite"),
    OptionSpec("contest", nil, "flown in a contest"),
    OptionSpec("unread", nil, "not looked at yet"),
    OptionSpec("recorded-here", nil, "recorded by this box"),
    OptionSpec("all", nil, "also those that are not in the logbook"),
    OptionSpec("text", "WORD", "with this in pilot, glider, place, comments or file name"),
  ]

  static func query(_ invocation: Invocation) throws(Failure) -> [(String, String)] {
    var query: [(String, String)] = []
    if let year = invocation["year"] {
      guard let number = Int(year), (1980...9999).contains(number) else {
        throw .usage("--year takes a year", hint: "for example --year 2026")
      }
      query.append(("year", year))
    }
    for flag in ["favorite", "contest", "unread", "recorded-here"] where invocation.has(flag) {
      query.append((flag, "1"))
    }
    if invocation.has("all") { query.append(("others", "1")) }
    if let text = invocation["text"] { query.append(("text", text)) }
    return query
  }

  /// The id of a flight, or its first digits.
  static func id(_ word: String) throws(Failure) -> String {
    let id = word.lowercased()
    guard Endpoint.isID(id) else {
      throw .usage(
        "\"\(word)\" is no flight id",
        hint: "an id is 4 to 64 hexadecimal digits; see: barograph flights list")
    }
    return id
  }

  /// The flight of a word.
  static func flight(
    _ word: String, _ daemon: DaemonConnection
  ) throws(Failure) -> FlightSummary {
    let json = try daemon.call(.flight(id: try id(word)))
    return try daemon.read(json) { (json) throws(DocumentError) in try FlightSummary(json: json) }
  }

  /// Puts a flight first among those that were looked at; who may not change anything does not.
  static func noteOpened(_ flight: FlightSummary, _ daemon: DaemonConnection) {
    _ = try? daemon.call(.openRow(.flights), body: ["id": .string(flight.id)])
  }
}
