/// Who is at the other end of a Unix socket, as the kernel knows it (SO_PEERCRED).
package struct HTTPPeer: Equatable, Sendable {
  package var processID: Int32
  package var userID: UInt32
  /// The primary group and the supplementary ones.
  package var groupIDs: [UInt32]

  package init(processID: Int32, userID: UInt32, groupIDs: [UInt32]) {
    self.processID = processID
    self.userID = userID
    self.groupIDs = groupIDs
  }
}

/// One complete request.
package struct HTTPRequest: Equatable, Sendable {
  package var method: String
  /// Percent-decoded, without the query.
  package var path: String
  /// Decoded arguments in their order; a name may occur again.
  package var query: [(name: String, value: String)]
  package var body: [UInt8]
  package var peer: HTTPPeer

  package init(
    method: String, path: String, query: [(name: String, value: String)] = [], body: [UInt8] = [],
    peer: HTTPPeer
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.body = body
    self.peer = peer
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.method == right.method && left.path == right.path && left.body == right.body
      && left.peer == right.peer && left.query.elementsEqual(right.query) { $0 == $1 }
  }
}

/// The answer to a request.
package struct HTTPResponse {
  /// What follows the headers.
  package enum Body {
    case bytes([UInt8])
    /// Pulled block by block on the connection's own thread, so that an export of any length needs
    /// the memory of one block; nil ends it. An error cuts the connection, which the client sees as
    /// an incomplete answer. The closure is dropped when the client hangs up.
    case stream(() throws -> [UInt8]?)
  }

  package var status: Int
  package var contentType: String
  /// Further headers; their values must not hold line ends.
  package var headers: [(name: String, value: String)]
  package var body: Body

  package init(
    status: Int = 200, contentType: String, headers: [(name: String, value: String)] = [],
    body: Body
  ) {
    self.status = status
    self.contentType = contentType
    self.headers = headers
    self.body = body
  }

  /// A short answer in plain text.
  package init(status: Int, text: String) {
    self.init(
      status: status, contentType: "text/plain; charset=utf-8", body: .bytes(Array(text.utf8)))
  }
}
