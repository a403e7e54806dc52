import Crypto
import Linux
import Log
import Synchronization
import WebAccess

/// The page's token in its file, made when it is first asked for. A disk that takes no file costs the
/// token its life beyond this run, and nothing else.
final class PageTokenFile: Sendable {
  private let path: String
  private let log: Logger
  private let known = Mutex<WebToken?>(nil)

  init(path: String, log: Logger) {
    self.path = path
    self.log = log
  }

  /// The token; nil where no random bytes are to be had.
  func token() -> WebToken? {
    known.withLock { known in
      if let known { return known }
      known = kept() ?? made()
      return known
    }
  }

  /// Another token in the place of the present one.
  func renewed() -> WebToken? {
    known.withLock { known in
      known = made() ?? known
      return known
    }
  }

  private func kept() -> WebToken? {
    do throws(SystemError) {
      guard Files.exists(path) else { return nil }
      let token = WebToken(kept: try Files.readSecret(path, limit: 1024))
      if token == nil { log.warning("the page's token file holds none: there is a new one") }
      return token
    } catch {
      log.warning("the page's token cannot be read, there is a new one: \(error)")
      return nil
    }
  }

  private func made() -> WebToken? {
    guard let bytes = try? SecureRandom.bytes(count: WebToken.byteCount),
      let token = WebToken(random: bytes)
    else { return nil }
    do throws(SystemError) {
      try Files.replace(path, with: Array("\(token.text)\n".utf8), mode: 0o600)
    } catch {
      log.warning("the page's token is good for this run only, it cannot be kept: \(error)")
    }
    return token
  }
}
