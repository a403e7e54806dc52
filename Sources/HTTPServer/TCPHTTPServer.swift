import CMicroHTTPD
import Glibc

/// What a TLS server proves itself with: texts in PEM.
package struct TLSIdentity: Sendable {
  /// The server's certificate first, then those of its issuers.
  package var certificatePEM: String
  /// Without a passphrase.
  package var keyPEM: String

  package init(certificatePEM: String, keyPEM: String) {
    self.certificatePEM = certificatePEM
    self.keyPEM = keyPEM
  }
}

/// An HTTP/1.1 server on a TCP socket, plain or with TLS 1.2 and 1.3, through libmicrohttpd. Each
/// connection has a thread of its own, on which the handler runs and may block.
package final class TCPHTTPServer: Sendable {
  /// Numeric.
  package let address: String
  package let port: UInt16
  private let server: RunningServer

  /// Serves a listening socket; `admit` judges each request by its head before its body is read.
  package init(
    _ listener: consuming TCPListener, tls: TLSIdentity? = nil, limits: HTTPServerLimits,
    admit: HTTPAdmissionPolicy? = nil, handler: @escaping HTTPHandler
  ) throws(HTTPServerError) {
    address = listener.address
    port = listener.port
    let subject = TCPListener.text(listener.address, listener.port)
    let core = ServerCore(limits: limits, admit: admit, handler: handler)
    guard let server = RunningServer(core, on: listener.release(), tls: tls) else {
      throw HTTPServerError(
        operation: "start the server on", path: subject, cause: "libmicrohttpd refused",
        hint: tls == nil
          ? "free some memory"
          : "give a certificate and its own key, both PEM, the key without a passphrase")
    }
    self.server = server
  }

  /// Stops accepting, lets the requests that are under way finish, at most so many seconds, then
  /// cuts what is left and joins all threads. Further calls do nothing. Whether all finished.
  @discardableResult
  package func shutdown(finishingWithin seconds: Int = 0) -> Bool {
    server.stop(finishingWithin: seconds)
  }

  deinit { shutdown() }
}
