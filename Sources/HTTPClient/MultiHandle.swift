import CCurl

/// One `CURLM *`: the transfers of a thread and the connections that they share. All but `wake`
/// belongs to that thread.
final class MultiHandle: @unchecked Sendable {
  private let handle: UnsafeMutableRawPointer

  /// Nil when there is no memory.
  init?(_ settings: UplinkSettings) {
    guard let handle = curl_multi_init() else { return nil }
    self.handle = handle
    barograph_curl_multi_set_number(handle, CURLMOPT_MAXCONNECTS, settings.transferLimit)
  }

  /// Closes the kept connections; no use follows.
  func close() { curl_multi_cleanup(handle) }

  /// `curl_multi_wakeup`: ends a poll, or keeps the next one from waiting. From any thread.
  func wake() { curl_multi_wakeup(handle) }

  func add(_ easy: EasyHandle) throws(UplinkTransfer.Unsent) {
    let code = curl_multi_add_handle(handle, easy.handle)
    if code != CURLM_OK { throw .init(String(cString: curl_multi_strerror(code))) }
  }

  func remove(_ easy: EasyHandle) { curl_multi_remove_handle(handle, easy.handle) }

  /// Moves bytes without waiting and names the transfers that have ended.
  func perform(_ ended: (UnsafeMutableRawPointer, CURLcode) -> Void) {
    var running: Int32 = 0
    curl_multi_perform(handle, &running)
    var code = CURLE_OK
    while let easy = barograph_curl_multi_ended(handle, &code) {
      curl_multi_remove_handle(handle, easy)
      ended(easy, code)
    }
  }

  /// Waits for a socket, for libcurl's next timer or for `wake`; an hour at most.
  func poll() { curl_multi_poll(handle, nil, 0, 3_600_000, nil) }
}
