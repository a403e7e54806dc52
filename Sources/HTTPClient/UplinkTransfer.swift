import CCurl
import Glibc
import Linux

/// One transfer of the uplink, of its thread alone.
final class UplinkTransfer {
  let easy: EasyHandle
  private let request: UplinkRequest
  private let inflow: Inflow
  private let outflow: Outflow?
  private let settings: UplinkSettings

  /// Throws the reply of a request that cannot be sent.
  init(_ request: UplinkRequest, _ settings: UplinkSettings) throws(Unsent) {
    guard let easy = EasyHandle() else { throw Unsent("libcurl cannot be started") }
    self.easy = easy
    self.request = request
    self.settings = settings
    inflow = Inflow(limit: request.answerLimit)
    outflow = try Self.outflow(of: request)
    prepare()
  }

  struct Unsent: Error {
    let text: String
    init(_ text: String) { self.text = text }
  }

  private static func outflow(of request: UplinkRequest) throws(Unsent) -> Outflow? {
    switch request.body {
    case .none: return [.put, .post].contains(request.method) ? Outflow([]) : nil
    case .bytes(let bytes): return Outflow(bytes)
    case .file(let path, let count):
      do {
        return try Outflow(file: path, count: count)
      } catch {
        if error.code != EINVAL { throw Unsent("\(error)") }
        throw Unsent("send \(path): it is no file of \(count) bytes; it changed meanwhile")
      }
    }
  }

  private func prepare() {
    easy.prepare(
      url: request.url, schemes: request.isLoopback ? "http,https" : "https", inflow: inflow)
    easy.set(headers: request.headerLines)
    if let outflow { easy.set(body: outflow) }
    if request.method == .head {
      easy.set(CURLOPT_NOBODY, 1)
    } else {
      easy.set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
      // An announced length beyond it ends the transfer before the body.
      easy.set(CURLOPT_MAXFILESIZE, request.answerLimit)
    }
    easy.set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
    easy.set(CURLOPT_CONNECTTIMEOUT_MS, Int(settings.connectTimeoutMs))
    easy.set(CURLOPT_TIMEOUT_MS, Int(max(1, request.timeoutMs)))
    // A cancelled transfer does not wait for a name server.
    easy.set(CURLOPT_QUICK_EXIT, 1)
    if !request.mayReuseConnection { easy.set(CURLOPT_FRESH_CONNECT, 1) }
    if let proxy = settings.proxy { prepare(proxy: proxy) }
    prepareTLS()
  }

  private func prepare(proxy: String) {
    if request.isLoopback { return }
    easy.set(CURLOPT_PROXY, proxy)
    easy.set(CURLOPT_NOPROXY, "")
    easy.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
  }

  private func prepareTLS() {
    easy.set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    easy.set(CURLOPT_SSL_VERIFYPEER, 1)
    easy.set(CURLOPT_SSL_VERIFYHOST, 2)
    guard let file = settings.authorityFile else { return }
    easy.set(CURLOPT_CAINFO, file)
    easy.set(CURLOPT_CAPATH, nil)
  }

  // MARK: The end

  /// Whether a kept connection turned out dead: libcurl itself begins anew only while the body has
  /// not been begun.
  func hasMetDeadConnection(_ code: CURLcode) -> Bool {
    [CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING].contains(code)
      && request.mayReuseConnection && easy.hasUsedKeptConnection && easy.status == 0
  }

  /// What became of it, by libcurl's code.
  func reply(_ code: CURLcode) -> UplinkReply {
    if inflow.isTooLong || code == CURLE_FILESIZE_EXCEEDED {
      return .tooLong(status: easy.status, limit: request.answerLimit)
    }
    if outflow?.isBroken == true {
      return .unsent("the file that was being sent ended early; it changed meanwhile")
    }
    if code == CURLE_OK { return .answer(response) }
    if code == CURLE_OPERATION_TIMEDOUT && easy.hasConnected { return .timedOut }
    return .unreachable("\(request.host): \(cause(code))")
  }

  /// The request that the answer sends on to, where it is to be followed.
  func following(_ reply: UplinkReply) -> UplinkRequest? {
    guard case .answer(let response) = reply else { return nil }
    return request.following(response, tookMs: easy.tookMs)
  }

  private var response: UplinkResponse {
    UplinkResponse(
      status: easy.status, body: inflow.kept, retryAfter: easy.header("Retry-After"),
      date: easy.header("Date"), nextPage: easy.header("Barograph-Next"), location: easy.location,
      headers: request.wantedHeaders.flatMap(headers))
  }

  private func headers(named name: String) -> [UplinkRequest.Header] {
    var found: [UplinkRequest.Header] = []
    while let value = easy.header(name, number: found.count) { found.append(.init(name, value)) }
    return found
  }

  private func cause(_ code: CURLcode) -> String {
    switch code {
    case CURLE_OPERATION_TIMEDOUT: "no connection within \(connectSeconds) s"
    case CURLE_COULDNT_RESOLVE_HOST: "the name is not known; check it and the name server"
    case CURLE_COULDNT_CONNECT:
      "no connection"
        + (easy.systemError == 0 ? "" : ": \(String(cString: strerror(easy.systemError)))")
    case CURLE_RECV_ERROR where settings.proxy != nil && !easy.hasConnected:
      "the proxy opened no connection"
    case CURLE_GOT_NOTHING: "the connection was closed without an answer"
    case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR: "the connection was cut off"
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE:
      "\(easy.explanation.isEmpty ? String(cString: curl_easy_strerror(code)) : easy.explanation)"
    default: String(cString: curl_easy_strerror(code))
    }
  }

  private var connectSeconds: Int64 {
    max(1, min(settings.connectTimeoutMs, request.timeoutMs) / 1000)
  }
}
