import CCurl
import Glibc

/// An answer with its whole body.
package struct HTTPAnswer: Equatable, Sendable {
  package var status: Int
  /// Empty when the server names none.
  package var contentType: String
  package var body: [UInt8]

  package init(status: Int, contentType: String, body: [UInt8]) {
    self.status = status
    self.contentType = contentType
    self.body = body
  }
}

/// An HTTP client of one Unix socket, through libcurl. A call blocks its thread and opens a
/// connection of its own.
package struct UnixHTTPClient: Sendable {
  package let socketPath: String
  /// Longest wait for a connection, and for the next byte of an answer.
  package var timeoutSeconds: Int
  /// Largest answer that is kept in memory.
  package var answerLimit = 8 << 20

  package init(socketPath: String, timeoutSeconds: Int = 10) {
    self.socketPath = socketPath
    self.timeoutSeconds = timeoutSeconds
  }

  /// GET of a path with its query, percent-encoded by the caller (`percentEncoded`).
  ///
  /// A server with too many clients closes a connection unanswered; reading is then tried again, five
  /// times within a second.
  package func get(_ target: String) throws(HTTPClientError) -> HTTPAnswer {
    for attempt in 1...5 {
      do throws(HTTPClientError) {
        return try whole(target, body: nil)
      } catch {
        guard error == .unanswered(path: socketPath) else { throw error }
        usleep(UInt32(attempt) * 60_000)
      }
    }
    return try whole(target, body: nil)
  }

  /// POST with a JSON body, or an empty one.
  package func post(
    _ target: String, json body: [UInt8] = []
  ) throws(HTTPClientError) -> HTTPAnswer {
    try whole(target, body: body)
  }

  /// GET whose body goes to `receive` in pieces as it arrives, if its status is 200; the body of any
  /// other answer is returned. `receive` returns false to stop.
  package func stream(
    _ target: String, to receive: (UnsafeRawBufferPointer) -> Bool
  ) throws(HTTPClientError) -> HTTPAnswer {
    try withoutActuallyEscaping(receive) { (receive) throws(HTTPClientError) in
      let inflow = Inflow(limit: answerLimit, receive: receive)
      return try transfer(target, body: nil, into: inflow)
    }
  }

  /// A text as one part of a path or query: everything but letters, digits and `-._~` is escaped
  /// (RFC 3986, 2.3).
  package static func percentEncoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var encoded: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: encoded.append(byte)
      default: encoded += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  private func whole(_ target: String, body: [UInt8]?) throws(HTTPClientError) -> HTTPAnswer {
    try transfer(target, body: body, into: Inflow(limit: answerLimit, receive: nil))
  }

  private func transfer(
    _ target: String, body: [UInt8]?, into inflow: Inflow
  ) throws(HTTPClientError) -> HTTPAnswer {
    guard (1...107).contains(socketPath.utf8.count), !socketPath.utf8.contains(0) else {
      throw .unusablePath(path: socketPath)
    }
    let easy = try EasyHandle(path: socketPath)
    easy.prepare(
      socketPath: socketPath, target: target, timeoutSeconds: timeoutSeconds, inflow: inflow)
    inflow.easy = easy.handle
    let code = easy.perform(body: body)
    if code != CURLE_OK { throw failure(code, easy: easy, inflow: inflow) }
    return HTTPAnswer(
      status: easy.status, contentType: easy.contentType, body: inflow.kept)
  }

  private func failure(_ code: CURLcode, easy: EasyHandle, inflow: Inflow) -> HTTPClientError {
    if inflow.isTooLong { return .tooLong(path: socketPath, limit: answerLimit) }
    if inflow.isStopped { return .stopped }
    switch code {
    case CURLE_OPERATION_TIMEDOUT: return .timedOut(path: socketPath, seconds: timeoutSeconds)
    case CURLE_COULDNT_CONNECT: return connectFailure(easy.systemError)
    case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_SEND_ERROR:
      return easy.status == 0
        ? .unanswered(path: socketPath)
        : .cut(path: socketPath, cause: String(cString: curl_easy_strerror(code)))
    default: return .failed(path: socketPath, cause: String(cString: curl_easy_strerror(code)))
    }
  }

  private func connectFailure(_ number: Int32) -> HTTPClientError {
    switch number {
    case ENOENT, ENOTDIR: .noSocket(path: socketPath)
    case ECONNREFUSED, ENOTSOCK: .refused(path: socketPath)
    case EACCES, EPERM: .permissionDenied(path: socketPath, group: Self.group(of: socketPath))
    // A full queue; libcurl does not always tell the number.
    case EAGAIN, 0: .unanswered(path: socketPath)
    default: .failed(path: socketPath, cause: String(cString: strerror(number)))
    }
  }

  /// The group of the socket, or of its directory where that is closed already.
  private static func group(of path: String) -> String? {
    var status = stat()
    if stat(path, &status) != 0 {
      let directory = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
      guard stat(directory, &status) == 0 else { return nil }
    }
    // Nobody should be sent into root's group.
    guard status.st_gid != 0, let entry = getgrgid(status.st_gid) else { return nil }
    return String(cString: entry.pointee.gr_name)
  }
}

/// Where the bytes of an answer go.
private final class Inflow {
  let limit: Int
  let receive: ((UnsafeRawBufferPointer) -> Bool)?
  var easy: UnsafeMutableRawPointer?
  var kept: [UInt8] = []
  var isTooLong = false
  var isStopped = false

  init(limit: Int, receive: ((UnsafeRawBufferPointer) -> Bool)?) {
    self.limit = limit
    self.receive = receive
  }

  /// Takes a piece; false stops the transfer.
  func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if let receive, let easy, barograph_curl_status(easy) == 200 {
      isStopped = !receive(bytes)
      return !isStopped
    }
    isTooLong = kept.count + bytes.count > limit
    if !isTooLong { kept.append(contentsOf: bytes) }
    return !isTooLong
  }
}

/// One `CURL *` and its header list.
private final class EasyHandle {
  let handle: UnsafeMutableRawPointer
  private var headers: UnsafeMutablePointer<curl_slist>?
  /// Once a process, and thread-safe (`curl_global_init` alone is not).
  private static let isReady = curl_global_init(0) == CURLE_OK

  init(path: String) throws(HTTPClientError) {
    guard Self.isReady, let handle = curl_easy_init() else {
      throw .failed(path: path, cause: "libcurl cannot be started")
    }
    self.handle = handle
  }

  deinit {
    curl_slist_free_all(headers)
    curl_easy_cleanup(handle)
  }

  func prepare(socketPath: String, target: String, timeoutSeconds: Int, inflow: Inflow) {
    barograph_curl_set_text(handle, CURLOPT_UNIX_SOCKET_PATH, socketPath)
    barograph_curl_set_text(handle, CURLOPT_URL, "http://localhost" + target)
    barograph_curl_set_text(handle, CURLOPT_PROXY, "")
    barograph_curl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http")
    barograph_curl_set_number(handle, CURLOPT_PATH_AS_IS, 1)
    barograph_curl_set_number(handle, CURLOPT_NOSIGNAL, 1)
    barograph_curl_set_number(handle, CURLOPT_CONNECTTIMEOUT, timeoutSeconds)
    barograph_curl_set_number(handle, CURLOPT_LOW_SPEED_LIMIT, 1)
    barograph_curl_set_number(handle, CURLOPT_LOW_SPEED_TIME, timeoutSeconds)
    headers = curl_slist_append(headers, "Expect:")
    headers = curl_slist_append(headers, "Content-Type: application/json")
    barograph_curl_set_headers(handle, headers)
    barograph_curl_set_writer(handle, writeCallback, Unmanaged.passUnretained(inflow).toOpaque())
  }

  /// `curl_easy_perform`, as POST when there is a body.
  func perform(body: [UInt8]?) -> CURLcode {
    guard let body else { return curl_easy_perform(handle) }
    barograph_curl_set_number(handle, CURLOPT_POST, 1)
    return body.withUnsafeBytes { bytes in
      barograph_curl_set_body(handle, bytes.baseAddress ?? UnsafeRawPointer(handle), bytes.count)
      return curl_easy_perform(handle)
    }
  }

  var status: Int { barograph_curl_status(handle) }
  var systemError: Int32 { Int32(clamping: barograph_curl_errno(handle)) }
  var contentType: String {
    barograph_curl_content_type(handle).map { String(cString: $0) } ?? ""
  }
}

/// CURLOPT_WRITEFUNCTION.
private func writeCallback(
  bytes: UnsafeMutablePointer<CChar>?, size: Int, count: Int, context: UnsafeMutableRawPointer?
) -> Int {
  guard let context else { return 0 }
  let inflow = Unmanaged<Inflow>.fromOpaque(context).takeUnretainedValue()
  let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
  return inflow.take(piece) ? piece.count : 0
}
