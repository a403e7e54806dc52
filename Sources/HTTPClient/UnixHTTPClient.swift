import Bytes
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
    try lend(receive) { (receive) throws(HTTPClientError) in
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
    guard let easy = EasyHandle() else {
      throw .failed(path: socketPath, cause: "libcurl cannot be started")
    }
    prepare(easy, target: target, inflow: inflow)
    let code = perform(easy, body: body)
    if code != CURLE_OK { throw failure(code, easy: easy, inflow: inflow) }
    return HTTPAnswer(
      status: easy.status, contentType: easy.contentType, body: inflow.kept)
  }

  private func prepare(_ easy: EasyHandle, target: String, inflow: Inflow) {
    easy.prepare(url: "http://localhost" + target, schemes: "http", inflow: inflow)
    easy.set(CURLOPT_UNIX_SOCKET_PATH, socketPath)
    easy.set(CURLOPT_CONNECTTIMEOUT, timeoutSeconds)
    easy.set(CURLOPT_LOW_SPEED_LIMIT, 1)
    easy.set(CURLOPT_LOW_SPEED_TIME, timeoutSeconds)
    easy.set(headers: ["Content-Type: application/json"])
  }

  /// `curl_easy_perform`, as POST when there is a body.
  private func perform(_ easy: EasyHandle, body: [UInt8]?) -> CURLcode {
    guard let body else { return curl_easy_perform(easy.handle) }
    easy.set(CURLOPT_POST, 1)
    return body.withUnsafeBytes { bytes in
      barograph_curl_set_body(
        easy.handle, bytes.baseAddress ?? UnsafeRawPointer(easy.handle), bytes.count)
      return curl_easy_perform(easy.handle)
    }
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
