import CCurl

/// What a request to an S3-compatible store is signed with. It says nothing of itself.
package struct S3Credentials: Equatable, Sendable, CustomStringConvertible,
  CustomDebugStringConvertible
{
  package var accessKey: String
  package var secretKey: String
  /// Of credentials that end.
  package var sessionToken: String?

  package init(accessKey: String, secretKey: String, sessionToken: String? = nil) {
    self.accessKey = accessKey
    self.secretKey = secretKey
    self.sessionToken = sessionToken
  }

  package var description: String { "S3 credentials" }
  package var debugDescription: String { description }
}

/// Why a store gave no answer.
package struct S3ClientError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Scheme, host and port.
  package var endpoint: String
  package var cause: String

  package var description: String {
    "ask \(endpoint): \(cause); see that the object store runs and can be reached"
  }
}

/// A client of one S3-compatible store. libcurl signs each request (AWS Signature Version 4, the hash
/// of the body included). A call blocks its thread and opens a connection of its own; no redirect is
/// followed, since a signature holds for one host.
package struct S3Client: Sendable {
  package enum Method: String, Sendable {
    case get = "GET"
    case head = "HEAD"
    case put = "PUT"
    case delete = "DELETE"
  }

  /// `https://host:port`; plain http only where the network is trusted.
  package let endpoint: String
  package let region: String
  /// A file of certificate authorities; nil takes the system's.
  package let authorities: String?
  private static let connectSeconds = 10
  /// An answer may stand still for so long.
  private static let idleSeconds = 30

  /// Nil for an endpoint or region that cannot be part of a URL or signature.
  package init?(endpoint: String, region: String, authorities: String? = nil) {
    let isSecure = endpoint.hasPrefix("https://")
    guard isSecure || endpoint.hasPrefix("http://"), !region.isEmpty,
      endpoint.dropFirst(isSecure ? 8 : 7).utf8.allSatisfy(Self.isHostByte),
      endpoint.utf8.count < 512, endpoint.utf8.count > 8, region.utf8.allSatisfy(Self.isHostByte)
    else { return nil }
    self.endpoint = endpoint
    self.region = region
    self.authorities = authorities
  }

  /// Letters, digits, `.-_:[]`.
  private static func isHostByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x3A, 0x41...0x5B, 0x5D, 0x5F, 0x61...0x7A, 0x2D, 0x2E: true
    default: false
    }
  }

  /// One request; `contentHash` is the SHA-256 of the body in lower-case hexadecimal, `path` begins
  /// with `/` and holds only what needs no escape. `query` is signed as it stands: sorted by name,
  /// escaped. Bodies of answers longer than `limit` bytes are an error. The whole may take 60 s and
  /// what 64 KiB a second take.
  package func request(
    _ method: Method, _ path: String, query: String = "", headers: [String] = [],
    body: [UInt8] = [], contentHash: String, limit: Int = 65_536,
    signedBy credentials: S3Credentials
  ) throws(S3ClientError) -> HTTPAnswer {
    let isPlain = path.utf8.allSatisfy { Self.isHostByte($0) || $0 == 0x2F }
    let isQuery = query.utf8.allSatisfy { Self.isHostByte($0) || [0x25, 0x26, 0x3D].contains($0) }
    guard isPlain, isQuery, path.hasPrefix("/"), path.utf8.count + query.utf8.count < 2048 else {
      throw failure("the path cannot be sent")
    }
    guard let easy = SignedHandle() else { throw failure("libcurl cannot be started") }
    let answer = SignedAnswer(limit: limit)
    let target = query.isEmpty ? path : "\(path)?\(query)"
    easy.connect(endpoint + target, authorities: authorities, seconds: Self.connectSeconds)
    easy.limit(seconds: 60 + (method == .get ? limit : body.count) >> 16, idle: Self.idleSeconds)
    easy.sign(region: region, credentials)
    easy.receive(answer)
    let own = ["X-Amz-Content-Sha256: \(contentHash)"] + credentials.headers
    let code = easy.perform(method, headers: headers + own, body: body)
    guard code == CURLE_OK else {
      throw failure(
        answer.isTooLong ? "the answer is too long" : String(cString: curl_easy_strerror(code)))
    }
    return HTTPAnswer(status: easy.status, contentType: "", body: answer.bytes)
  }

  private func failure(_ cause: String) -> S3ClientError {
    S3ClientError(endpoint: endpoint, cause: cause)
  }
}

extension S3Credentials {
  fileprivate var headers: [String] {
    sessionToken.map { ["X-Amz-Security-Token: \($0)"] } ?? []
  }
}

/// Where the bytes of an answer go.
private final class SignedAnswer {
  let limit: Int
  private(set) var bytes: [UInt8] = []
  private(set) var isTooLong = false

  init(limit: Int) { self.limit = limit }

  /// Takes a piece; false stops the transfer.
  func take(_ piece: UnsafeRawBufferPointer) -> Bool {
    isTooLong = bytes.count + piece.count > limit
    if !isTooLong { bytes.append(contentsOf: piece) }
    return !isTooLong
  }
}

/// One `CURL *` whose requests libcurl signs.
private final class SignedHandle {
  private let handle: UnsafeMutableRawPointer
  private var lines: UnsafeMutablePointer<curl_slist>?
  private var answer: SignedAnswer?
  /// Once a process, and thread-safe (`curl_global_init` alone is not).
  private static let isReady = curl_global_init(0) == CURLE_OK

  init?() {
    guard Self.isReady, let handle = curl_easy_init() else { return nil }
    self.handle = handle
  }

  deinit {
    curl_easy_cleanup(handle)
    curl_slist_free_all(lines)
  }

  var status: Int { barograph_curl_status(handle) }

  func connect(_ url: String, authorities: String?, seconds: Int) {
    barograph_curl_set_text(handle, CURLOPT_URL, url)
    barograph_curl_set_text(handle, CURLOPT_PROXY, "")
    barograph_curl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https")
    barograph_curl_set_number(handle, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    barograph_curl_set_number(handle, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    if let authorities { barograph_curl_set_text(handle, CURLOPT_CAINFO, authorities) }
    barograph_curl_set_number(handle, CURLOPT_FOLLOWLOCATION, 0)
    barograph_curl_set_number(handle, CURLOPT_PATH_AS_IS, 1)
    barograph_curl_set_number(handle, CURLOPT_NOSIGNAL, 1)
    barograph_curl_set_number(handle, CURLOPT_CONNECTTIMEOUT, seconds)
  }

  func limit(seconds: Int, idle: Int) {
    barograph_curl_set_number(handle, CURLOPT_TIMEOUT, seconds)
    barograph_curl_set_number(handle, CURLOPT_LOW_SPEED_LIMIT, 1)
    barograph_curl_set_number(handle, CURLOPT_LOW_SPEED_TIME, idle)
  }

  func sign(region: String, _ credentials: S3Credentials) {
    barograph_curl_set_text(handle, CURLOPT_AWS_SIGV4, "aws:amz:\(region):s3")
    barograph_curl_set_text(handle, CURLOPT_USERNAME, credentials.accessKey)
    barograph_curl_set_text(handle, CURLOPT_PASSWORD, credentials.secretKey)
  }

  func receive(_ answer: SignedAnswer) {
    self.answer = answer
    barograph_curl_set_writer(
      handle, takePiece, Unmanaged.passUnretained(answer).toOpaque())
  }

  /// `curl_easy_perform`. libcurl signs every header line of ours, so there is none without a value.
  func perform(_ method: S3Client.Method, headers: [String], body: [UInt8]) -> CURLcode {
    if method == .head { barograph_curl_set_number(handle, CURLOPT_NOBODY, 1) }
    if method == .delete {
      barograph_curl_set_text(handle, CURLOPT_CUSTOMREQUEST, method.rawValue)
    }
    guard method == .put else { return perform(headers) }
    // A POST by another name, for a body that lies in memory.
    barograph_curl_set_number(handle, CURLOPT_POST, 1)
    barograph_curl_set_text(handle, CURLOPT_CUSTOMREQUEST, method.rawValue)
    return body.withUnsafeBytes { bytes in
      barograph_curl_set_body(handle, bytes.baseAddress ?? UnsafeRawPointer(handle), bytes.count)
      return perform(["Content-Type: application/octet-stream"] + headers)
    }
  }

  private func perform(_ headers: [String]) -> CURLcode {
    for line in headers { lines = curl_slist_append(lines, line) }
    barograph_curl_set_headers(handle, lines)
    return curl_easy_perform(handle)
  }
}

/// CURLOPT_WRITEFUNCTION.
private func takePiece(
  bytes: UnsafeMutablePointer<CChar>?, size: Int, count: Int, context: UnsafeMutableRawPointer?
) -> Int {
  guard let context else { return 0 }
  let answer = Unmanaged<SignedAnswer>.fromOpaque(context).takeUnretainedValue()
  let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
  return answer.take(piece) ? piece.count : 0
}
