/// A request as the receiver's router needs it, without the wire.
package struct ReceiverRequest: Sendable {
  package var method: String
  /// Percent-decoded, without the query.
  package var path: String
  package var query: [String: String]
  /// Names in lower case.
  package var headers: [String: String]
  package var body: [UInt8]
  /// The address of the other end, for rate limits.
  package var peer: String

  package init(
    method: String, path: String, query: [String: String] = [:], headers: [String: String] = [:],
    body: [UInt8] = [], peer: String = ""
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
    self.peer = peer
  }
}

/// An answer without the wire.
package struct ReceiverResponse: Equatable, Sendable {
  package var status: Int
  package var contentType: String
  package var headers: [String: String]
  package var body: [UInt8]

  package init(
    status: Int, contentType: String = "application/json", headers: [String: String] = [:],
    body: [UInt8] = []
  ) {
    self.status = status
    self.contentType = contentType
    self.headers = headers
    self.body = body
  }
}
