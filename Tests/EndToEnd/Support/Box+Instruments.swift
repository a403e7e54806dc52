import ControlAPI
import HTTPClient
import JSON

extension Box {
  /// A box without gpsd, with instruments of these lines each.
  convenience init(instruments: [[String]]) throws {
    try self.init(port: 1, policy: "always")
    let sections = instruments.map { "[instrument]\n" + $0.joined(separator: "\n") }
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
      \(sections.joined(separator: "\n"))
      """)
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
