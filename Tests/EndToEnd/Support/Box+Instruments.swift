import ControlAPI
import HTTPClient
import JSON

extension Box {
  /// A box without gpsd, with instruments of these lines each, and further sections.
  convenience init(instruments: [[String]], more: String = "") throws {
    try self.init(port: 1, policy: "always")
    let sections = Self.sections(of: instruments)
    try configure(
      """
      [gpsd]
      use = no
      [devices]
      listen = no
      bluetooth = no
      [recording]
      policy = always
      [log]
      level = debug
      \(sections)
      \(more)
      """)
  }

  /// Sections of instruments, from lines of each.
  static func sections(of instruments: [[String]]) -> String {
    instruments.map { "[instrument]\n" + $0.joined(separator: "\n") }.joined(separator: "\n")
  }

  /// Waits until the first instrument's port is open: what was sent before is lost.
  func opened() async throws {
    try await status("opening of the instrument") { $0.sources.first?.link == .connected }
  }

  /// The list of instruments, straight from the socket.
  func instruments() async throws -> InstrumentsDocument {
    let answer = try client.get(Endpoint.instruments.path)
    return try InstrumentsDocument(json: JSONValue.parse(answer.body))
  }
}
