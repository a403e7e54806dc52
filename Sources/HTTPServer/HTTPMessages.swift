/// A process at the other end of a Unix socket, as the kernel knows it (SO_PEERCRED).
package struct PeerProcess: Equatable, Sendable {
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

/// Who is at the other end of a connection.
package enum HTTPPeer: Equatable, Sendable {
  case process(PeerProcess)
  /// The numeric address of a TCP peer; one of IPv4 looks the same on a socket of both kinds.
  case address(String)

  /// The process, where the connection is a Unix socket's.
  package var process: PeerProcess? {
    if case .process(let process) = self { process } else { nil }
  }
}

/// One request: complete, or as its head announces it.
package struct HTTPRequest: Equatable, Sendable {
  package var method: String
  /// Percent-decoded, without the query.
  package var path: String
  /// Decoded arguments in their order; a name may occur again.
  package var query: [(name: String, value: String)]
  /// Names in lower case; the first of several values.
  package var headers: [String: String]
  /// Empty while only the head is there.
  package var body: [UInt8]
  package var peer: HTTPPeer

  package init(
    method: String, path: String, query: [(name: String, value: String)] = [],
    headers: [String: String] = [:], body: [UInt8] = [], peer: HTTPPeer
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
    self.peer = peer
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.method == right.method && left.path == right.path && left.body == right.body
      && left.headers == right.headers && left.peer == right.peer
      && left.query.elementsEqual(right.query) { $0 == $1 }
  }
}

/// What becomes of a request, decided on its head alone.
package enum HTTPAdmission {
  /// A body of at most so many bytes is read; a longer one is answered 413 with nothing read.
  case allow(bodyBytes: Int)
  /// This is the answer, and the body stays unread.
  case refuse(HTTPResponse)
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
  /// Further headers; one whose value holds a line end is left out.
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
  package init(status: Int, text: String, headers: [(name: String, value: String)] = []) {
    self.init(
      status: status, contentType: "text/plain; charset=utf-8", headers: headers,
      body: .bytes(Array(text.utf8)))
  }
}
