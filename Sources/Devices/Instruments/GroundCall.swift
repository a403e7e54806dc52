package import FLARM
package import FlightModel
import Linux
import NMEA

/// A session with an instrument that nobody else holds: opens the link, finds the speed of a serial
/// port by listening, runs the session and closes. Of the loop's thread alone.
package final class GroundCall {
  /// Speeds that are listened at, likely ones first.
  package static let speeds = [19_200, 115_200, 57_600, 38_400, 9600, 4800, 230_400]
  /// How long is listened at each; instruments speak once a second.
  package static let listenMilliseconds: Int64 = 2500

  private let address: LinkAddress
  private let conversation: any GroundConversation
  private let isPromised: Bool
  private let calls: OpenerCalls
  private let handler: (GroundSession.Event) -> Void
  private let timer: LoopTimer
  private var speeds: [Int] = []
  private var link: (any InstrumentLink)?
  private var session: GroundSession?
  private var scanner = SentenceScanner(limit: 256)
  private var isEnded = false

  /// `isPromised`: the person says that it stands on the ground, so a silent one is spoken to.
  package init(
    _ job: GroundJob, at address: LinkAddress, isPromised: Bool, calls: OpenerCalls,
    handler: @escaping (GroundSession.Event) -> Void
  ) {
    self.address = address
    conversation = job.conversation(isPromised: isPromised)
    self.isPromised = isPromised
    self.calls = calls
    self.handler = handler
    timer = LoopTimer(loop: calls.loop)
  }

  package func begin() {
    switch address {
    case .serial(let path, nil):
      speeds = Self.speeds
      listen(path)
    case .serial(let path, let speed?):
      open(SerialLink(path: path, speed: speed, calls: calls)) { [self] in talk() }
    case .tcp(let host, let port):
      open(TCPLink(host: host, port: port, calls: calls)) { [self] in talk() }
    case .bluetooth:
      end(.link("a Bluetooth instrument is reached through the recorder only"))
    }
  }

  /// Ends it in order.
  package func stop() {
    if let session { session.stop(.cancelled) } else { end(.cancelled) }
  }

  private func open(_ link: any InstrumentLink, then begin: @escaping () -> Void) {
    self.link = link
    link.open { [self] event in
      switch event {
      case .opened: begin()
      case .received(let bytes): received(bytes)
      case .closed(let failure):
        if let session { session.lost(failure) } else { end(.link(failure.words)) }
      }
    }
  }

  /// Listens at the next speed; where none speaks, a promised one is spoken to at the usual speed.
  private func listen(_ path: String) {
    link?.close()
    scanner = SentenceScanner(limit: 256)
    guard !speeds.isEmpty else {
      guard isPromised else { return end(.stateUnknown) }
      return open(SerialLink(path: path, speed: Self.speeds[0], calls: calls)) { [self] in talk() }
    }
    open(SerialLink(path: path, speed: speeds.removeFirst(), calls: calls)) { [self] in
      timer.arm(milliseconds: Self.listenMilliseconds) { [self] in listen(path) }
    }
  }

  private func received(_ bytes: UnsafeRawBufferPointer) {
    if let session { return session.received(bytes) }
    var isGood = false
    bytes.withMemoryRebound(to: UInt8.self) {
      scanner.feed($0) { if case .sentence = $0 { isGood = true } }
    }
    guard isGood else { return }
    timer.disarm()
    talk()
    session?.received(bytes)
  }

  private func talk() {
    let link = link
    let session = GroundSession(conversation, loop: calls.loop) { bytes in
      link?.send(bytes) ?? false
    } handler: { [self] event in
      if case .ended(let failure) = event { end(failure) } else { handler(event) }
    }
    self.session = session
    session.begin()
  }

  private func end(_ failure: GroundFailure?) {
    guard !isEnded else { return }
    isEnded = true
    timer.disarm()
    link?.close()
    link = nil
    handler(.ended(failure))
  }
}
