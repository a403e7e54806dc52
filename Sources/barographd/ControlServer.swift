import ControlAPI
import Glibc
import HTTPServer

/// The HTTP server on the control socket: the wire on one side, the router on the other.
enum ControlServer {
  /// Starts to answer on `path`. Who may open the socket may read; who is in its group may change.
  static func start(
    at path: String, service: any ControlService
  ) throws(HTTPServerError) -> UnixHTTPServer {
    let router = ControlRouter(service: service)
    let access = ControlAccess(ownUserID: geteuid(), changeGroupID: getegid())
    return try UnixHTTPServer(path: path) { request in
      let answer = router.respond(
        to: ControlRequest(
          method: request.method, path: request.path,
          query: Dictionary(request.query) { first, _ in first }, body: request.body,
          mayChange: request.peer.process.map {
            access.mayChange(userID: $0.userID, groupIDs: $0.groupIDs)
          } ?? false))
      return HTTPResponse(answer)
    }
  }
}

extension HTTPResponse {
  /// An answer of the router on the wire.
  init(_ answer: ControlResponse) {
    let body: Body =
      switch answer.body {
      case .bytes(let bytes): .bytes(bytes)
      case .stream(let stream): .stream { try stream.next() }
      }
    self.init(
      status: answer.status, contentType: answer.contentType,
      headers: answer.allow.map { [("Allow", $0)] } ?? [], body: body)
  }
}
