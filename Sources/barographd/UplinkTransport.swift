import HTTPClient
import SyncEngine

/// The engine's requests over libcurl, with the version header.
struct UplinkTransport: SyncTransport {
  let uplink: Uplink
  let version: UplinkRequest.Header

  func send(_ request: SyncRequest) async -> SyncReply {
    switch await uplink.send(UplinkRequest(request, version)) {
    case .answer(let response):
      .answer(
        SyncResponse(
          status: response.status, body: response.body, retryAfter: response.retryAfter,
          date: response.date, nextPage: response.nextPage))
    case .timedOut: .timedOut
    case .cancelled: .cancelled
    case .unreachable(let text), .unsent(let text): .unreachable(text)
    // Whatever it says, it is not what the contract has; its status decides what follows.
    case .tooLong(let status, _): .answer(SyncResponse(status: status))
    }
  }
}

extension UplinkRequest {
  fileprivate init(_ request: SyncRequest, _ version: Header) {
    self.init(Method(request.method), request.origin.text + request.path)
    isLoopback = request.origin.isLoopback
    bearer = request.bearer
    contentType = request.contentType
    isGzipped = request.isGzipped
    headers = [version]
    timeoutMs = request.timeoutMs
    answerLimit = request.answerLimit
    switch request.body {
    case .none: body = .none
    case .bytes(let bytes): body = .bytes(bytes)
    case .file(let path, let bytes): body = .file(path: path, bytes: bytes)
    }
  }
}

extension UplinkRequest.Method {
  fileprivate init(_ method: SyncRequest.Method) {
    self =
      switch method {
      case .get: .get
      case .head: .head
      case .put: .put
      case .post: .post
      case .delete: .delete
      }
  }
}
