import CCurl

/// One `CURL *`, its header list, and where its answer goes.
final class EasyHandle {
  let handle: UnsafeMutableRawPointer
  private var headers: UnsafeMutablePointer<curl_slist>?
  /// libcurl holds pointers to these.
  private var inflow: Inflow?
  private var outflow: Outflow?
  private let message = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
  /// Once a process, and thread-safe (`curl_global_init` alone is not).
  static let isReady = curl_global_init(0) == CURLE_OK

  /// Nil when libcurl cannot be started.
  init?() {
    guard Self.isReady, let handle = curl_easy_init() else {
      message.deallocate()
      return nil
    }
    self.handle = handle
    message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit {
    curl_easy_cleanup(handle)
    curl_slist_free_all(headers)
    message.deallocate()
  }

  /// What every request has: no proxy, no signal, no redirect, the path as it is, HTTP/1.1.
  func prepare(url: String, schemes: String, inflow: Inflow) {
    self.inflow = inflow
    inflow.easy = handle
    set(CURLOPT_URL, url)
    set(CURLOPT_PROXY, "")
    set(CURLOPT_PROTOCOLS_STR, schemes)
    set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    set(CURLOPT_PATH_AS_IS, 1)
    set(CURLOPT_FOLLOWLOCATION, 0)
    set(CURLOPT_NOSIGNAL, 1)
    barograph_curl_close_on_exec(handle)
    barograph_curl_set_pointer(handle, CURLOPT_ERRORBUFFER, message)
    let context = Unmanaged.passUnretained(inflow).toOpaque()
    barograph_curl_set_writer(handle, bodyCallback, context)
    barograph_curl_set_header_writer(handle, headerCallback, context)
  }

  /// The header lines of the request. `Expect` is left out: its wait for a go-ahead costs a second.
  func set(headers lines: [String]) {
    for line in lines + ["Expect:"] { headers = curl_slist_append(headers, line) }
    barograph_curl_set_headers(handle, headers)
  }

  /// The body is read from `outflow` while it is sent, with its length announced.
  func set(body outflow: Outflow) {
    self.outflow = outflow
    set(CURLOPT_UPLOAD, 1)
    barograph_curl_set_large(handle, CURLOPT_INFILESIZE_LARGE, curl_off_t(outflow.count))
    barograph_curl_set_reader(
      handle, readCallback, seekCallback, Unmanaged.passUnretained(outflow).toOpaque())
  }

  func set(_ option: CURLoption, _ number: Int) {
    barograph_curl_set_number(handle, option, number)
  }

  /// libcurl copies the text; nil takes back what it has from its own build.
  func set(_ option: CURLoption, _ text: String?) {
    barograph_curl_set_text(handle, option, text)
  }

  var status: Int { barograph_curl_status(handle) }
  var systemError: Int32 { Int32(clamping: barograph_curl_errno(handle)) }
  /// Of the whole transfer, in milliseconds.
  var tookMs: Int64 { Int64(barograph_curl_took(handle)) / 1000 }
  /// Where the answer sends on to, made whole.
  var location: String? { barograph_curl_redirect(handle).map { String(cString: $0) } }
  var hasConnected: Bool { barograph_curl_connected_after(handle) > 0 }
  var hasUsedKeptConnection: Bool { barograph_curl_new_connections(handle) == 0 }
  /// What libcurl says of the failure; empty where it says nothing.
  var explanation: String { String(cString: message) }
  var contentType: String {
    barograph_curl_content_type(handle).map { String(cString: $0) } ?? ""
  }

  /// A header of the last answer; `number` counts those of the same name from 0.
  func header(_ name: String, number: Int = 0) -> String? {
    barograph_curl_header(handle, name, number).map { String(cString: $0) }
  }
}

/// CURLOPT_WRITEFUNCTION.
private func bodyCallback(
  bytes: UnsafeMutablePointer<CChar>?, size: Int, count: Int, context: UnsafeMutableRawPointer?
) -> Int {
  guard let context else { return 0 }
  let inflow = Unmanaged<Inflow>.fromOpaque(context).takeUnretainedValue()
  let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
  return inflow.take(piece) ? piece.count : 0
}

/// CURLOPT_HEADERFUNCTION.
private func headerCallback(
  bytes: UnsafeMutablePointer<CChar>?, size: Int, count: Int, context: UnsafeMutableRawPointer?
) -> Int {
  guard let context else { return 0 }
  let inflow = Unmanaged<Inflow>.fromOpaque(context).takeUnretainedValue()
  return inflow.takeHeader(size * count) ? size * count : 0
}

/// CURLOPT_READFUNCTION.
private func readCallback(
  bytes: UnsafeMutablePointer<CChar>?, size: Int, count: Int, context: UnsafeMutableRawPointer?
) -> Int {
  guard let context else { return Int(CURL_READFUNC_ABORT) }
  let outflow = Unmanaged<Outflow>.fromOpaque(context).takeUnretainedValue()
  let room = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
  return outflow.read(into: room) ?? Int(CURL_READFUNC_ABORT)
}

/// CURLOPT_SEEKFUNCTION.
private func seekCallback(
  context: UnsafeMutableRawPointer?, offset: curl_off_t, origin: Int32
) -> Int32 {
  guard let context, origin == 0 else { return CURL_SEEKFUNC_FAIL }
  Unmanaged<Outflow>.fromOpaque(context).takeUnretainedValue().offset = Int64(offset)
  return CURL_SEEKFUNC_OK
}
