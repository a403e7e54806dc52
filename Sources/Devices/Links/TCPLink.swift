import FlightModel
import Glibc
import Linux

/// An instrument behind a TCP server: Wi-Fi of a FLARM or an LXNAV, a serial server. Of the loop's
/// thread alone.
package final class TCPLink: InstrumentLink {
  /// From a request to connect until somebody must have answered, ms.
  package static let patienceMs: Int64 = 10_000

  private let host: String
  private let port: UInt16
  private let calls: OpenerCalls
  private let timer: LoopTimer
  private var handler: ((LinkEvent) -> Void)?
  private var channel: StreamChannel?
  private var attempt: ConnectAttempt?
  private var isClosed = false

  package init(host: String, port: UInt16, calls: OpenerCalls) {
    self.host = host
    self.port = port
    self.calls = calls
    timer = LoopTimer(loop: calls.loop)
  }

  package func open(_ handler: @escaping (LinkEvent) -> Void) {
    guard self.handler == nil, !isClosed else { return }
    self.handler = handler
    let (host, port) = (host, port)
    calls.make {
      SocketAddress.resolve(host, port)
    } then: { [self] result in
      guard !isClosed else { return }
      switch result {
      case .failure(let error): end(.failed(error.description))
      case .success(let addresses): connect(addresses)
      }
    }
    timer.arm(milliseconds: Self.patienceMs) { [self] in end(.timedOut) }
  }

  package func send(_ bytes: [UInt8]) -> Bool { channel?.send(bytes) ?? false }

  package func close() {
    isClosed = true
    handler = nil
    release()
  }

  /// Tries one address after the other, in the order of the resolver.
  private func connect(_ addresses: [SocketAddress]) {
    guard let address = addresses.first else { return end(.absent) }
    let rest = Array(addresses.dropFirst())
    attempt = ConnectAttempt(address, loop: calls.loop) { [self] result in
      attempt = nil
      switch result {
      case .success(let descriptor): begin(descriptor)
      case .failure(let error):
        if rest.isEmpty { end(LinkFailure(connecting: error)) } else { connect(rest) }
      }
    }
    attempt?.start()
  }

  private func begin(_ descriptor: Int32) {
    timer.disarm()
    channel = StreamChannel(owning: descriptor, loop: calls.loop)
    do throws(SystemError) {
      try channel?.start { [self] in
        handler?(.received($0))
      } ended: { [self] reason in
        end(.gone("\(LinkAddress.tcp(host: host, port: port)): \(reason)"))
      }
    } catch {
      return end(.failed(error.description))
    }
    handler?(.opened(LinkTraits(transport: .tcp)))
  }

  private func end(_ failure: LinkFailure) {
    release()
    isClosed = true
    let last = handler
    handler = nil
    last?(.closed(failure))
  }

  private func release() {
    timer.disarm()
    attempt?.cancel()
    attempt = nil
    if let descriptor = channel?.release() { Glibc.close(descriptor) }
    channel = nil
  }
}

extension LinkFailure {
  /// From a connection that was not made (connect(2)).
  init(connecting error: SystemError) {
    switch error.code {
    case ETIMEDOUT: self = .timedOut
    case ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, EHOSTDOWN: self = .absent
    default: self = .failed(error.description)
    }
  }
}
