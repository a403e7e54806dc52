import CMicroHTTPD
import Glibc

/// What the head of a request says besides method and path.
struct RequestHead {
  /// Names in lower case; the first of several values.
  private(set) var headers: [String: String] = [:]
  private(set) var query: [(name: String, value: String)] = []
  /// What is wrong with its form.
  private var fault: HTTPResponse?
  /// Names of which two values could be read differently by us and by a proxy.
  private static let single: Set<String> = ["content-length", "authorization", "host", "origin"]

  /// Reads the head of a connection's request.
  init(_ connection: OpaquePointer, limits: HTTPServerLimits) {
    let fields = pairs(.HEADER_KIND, of: connection, limit: limits.headerCount)
    let arguments = pairs(.GET_ARGUMENT_KIND, of: connection, limit: limits.headerCount)
    guard let fields, let arguments else {
      fault = HTTPResponse(
        status: 431, text: "at most \(limits.headerCount) headers and arguments\n")
      return
    }
    query = arguments
    for (name, value) in fields {
      let key = name.lowercased()
      if headers[key] == nil {
        headers[key] = value
      } else if Self.single.contains(key) {
        fault = HTTPResponse(status: 400, text: "two headers \(key)\n")
      }
    }
  }

  /// Whether bytes follow the head.
  var hasBody: Bool {
    headers["transfer-encoding"] != nil || headers["content-length"].map { $0 != "0" } ?? false
      || fault != nil
  }

  /// Bytes of the body as announced; nil when the number makes no sense.
  private var bodyBytes: Int? {
    guard let text = headers["content-length"] else { return 0 }
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }

  /// Admits the body with exactly its announced length, or refuses.
  func judged(_ request: HTTPRequest, core: ServerCore) -> HTTPAdmission {
    if let fault { return .refuse(fault) }
    let target =
      query.reduce(request.path.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    guard target <= core.limits.targetBytes else {
      let text = "path and query have at most \(core.limits.targetBytes) bytes\n"
      return .refuse(HTTPResponse(status: 414, text: text))
    }
    if headers["transfer-encoding"] != nil {
      return .refuse(HTTPResponse(status: 411, text: "send a Content-Length\n"))
    }
    switch core.admit(request) {
    case .refuse(let response): return .refuse(response)
    case .allow(let most):
      guard let bytes = bodyBytes, bytes <= most else {
        let text = "a body has at most \(most) bytes\n"
        return .refuse(HTTPResponse(status: 413, text: text))
      }
      return .allow(bodyBytes: bytes)
    }
  }
}

extension HTTPResponse {
  /// The buffers of all connections are taken.
  static var busy: HTTPResponse {
    HTTPResponse(
      status: 503, text: "too much at once, try again\n", headers: [("Retry-After", "5")])
  }
}

/// Names and values of one kind; nil when there are more than `limit`.
private func pairs(
  _ kind: MHD_ValueKind, of connection: OpaquePointer, limit: Int
) -> [(name: String, value: String)]? {
  guard MHD_get_connection_values(connection, kind, nil, nil) <= limit else { return nil }
  let list = PairList()
  let context = Unmanaged.passUnretained(list).toOpaque()
  MHD_get_connection_values(connection, kind, pairCallback, context)
  return list.pairs
}

private final class PairList {
  var pairs: [(name: String, value: String)] = []
}

/// MHD_KeyValueIterator.
private func pairCallback(
  list: UnsafeMutableRawPointer?, kind: MHD_ValueKind, name: UnsafePointer<CChar>?,
  value: UnsafePointer<CChar>?
) -> MHD_Result {
  guard let list, let name else { return .NO }
  let pair = (String(cString: name), value.map { String(cString: $0) } ?? "")
  Unmanaged<PairList>.fromOpaque(list).takeUnretainedValue().pairs.append(pair)
  return .YES
}

/// The address of a TCP peer, or the process of a Unix one (SO_PEERCRED and SO_PEERGROUPS); nil when
/// the kernel tells nothing.
func peer(of connection: OpaquePointer) -> HTTPPeer? {
  if let address = barograph_http_address(connection), let name = NumericAddress(address) {
    return .address(name.text)
  }
  let descriptor = barograph_http_descriptor(connection)
  var credentials = barograph_peer()
  guard descriptor >= 0, barograph_http_peer(descriptor, &credentials) == 0 else { return nil }
  var groups = [UInt32](repeating: 0, count: 256)
  let count = barograph_http_peer_groups(descriptor, &groups, Int32(groups.count))
  return .process(
    PeerProcess(
      processID: credentials.pid, userID: credentials.uid,
      groupIDs: [credentials.gid] + groups.prefix(Int(max(0, count)))))
}
