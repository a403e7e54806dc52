import FlightModel
import Glibc
import Linux

/// An instrument on a serial port. Of the loop's thread alone.
package final class SerialLink: InstrumentLink {
  private let path: String
  private let speed: Int?
  private let calls: OpenerCalls
  private var handler: ((LinkEvent) -> Void)?
  private var channel: StreamChannel?
  private var isClosed = false

  /// For the port of this name or of a stable link to it, at so many bits a second; nil leaves the
  /// speed as it is, for ports that have none.
  package init(path: String, speed: Int?, calls: OpenerCalls) {
    self.path = path
    self.speed = speed
    self.calls = calls
  }

  package func open(_ handler: @escaping (LinkEvent) -> Void) {
    guard self.handler == nil, !isClosed else { return }
    self.handler = handler
    let (path, speed) = (path, speed)
    calls.make {
      Result { () throws(SerialPortError) in try SerialPort.open(path, speed: speed).release() }
    } then: { [self] in
      finishOpening($0)
    }
  }

  package func send(_ bytes: [UInt8]) -> Bool {
    // Whoever asks waits for the answer.
    channel?.pauseMs = 0
    return channel?.send(bytes) ?? false
  }

  package func close() {
    isClosed = true
    handler = nil
    release()
  }

  private func finishOpening(_ result: Result<Int32, SerialPortError>) {
    switch result {
    case .failure(let error): end(LinkFailure(error))
    case .success(let descriptor):
      channel = StreamChannel(owning: descriptor, loop: calls.loop)
      channel?.pauseMs = Self.pauseMs(atSpeed: speed)
      guard !isClosed else { return release() }
      begin()
    }
  }

  /// The kernel keeps 4096 bytes of a port: below half of that.
  private static func pauseMs(atSpeed speed: Int?) -> Int64 {
    min(50, 20_000_000 / Int64(max(1, speed ?? 921_600)))
  }

  private func begin() {
    do throws(SystemError) {
      try channel?.start { [self] in
        handler?(.received($0))
      } ended: { [self] reason in
        end(.gone("\(path): \(reason)"))
      }
    } catch {
      return end(.failed(error.description))
    }
    handler?(.opened(LinkTraits(transport: .serial, speed: speed)))
  }

  private func end(_ failure: LinkFailure) {
    release()
    isClosed = true
    let last = handler
    handler = nil
    last?(.closed(failure))
  }

  /// The name may be given to another device as soon as the port is closed.
  private func release() {
    guard let descriptor = channel?.release() else { return }
    channel = nil
    calls.make { SerialPort.close(Descriptor(owning: descriptor)) }
  }
}

extension LinkFailure {
  /// From a serial port that could not be opened.
  init(_ error: SerialPortError) {
    switch error.cause {
    case .absent: self = .absent
    case .busy(let owner): self = .busy(owner: owner)
    case .notPermitted: self = .notPermitted(error.description)
    case .notATerminal, .failed: self = .failed(error.description)
    }
  }
}
