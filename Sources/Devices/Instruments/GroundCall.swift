package import FLARM
package import FlightModel
package import Linux
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
  private let loop: EventLoop
  private let makeLink: (LinkAddress) -> (any InstrumentLink)?
  private let handler: (GroundSession.Event) -> Void
  private let timer: LoopTimer
  private var speeds: [Int] = []
  private var link: (any InstrumentLink)?
  private var session: GroundSession?
  private var scanner = SentenceScanner(limit: 256)
  private var isEnded = false

  /// `isPromised`: the person says that it stands on the ground, so a silent one is spoken to. `link`
  /// makes links, as `InstrumentParts` does.
  package init(
    _ job: GroundJob, at address: LinkAddress, isPromised: Bool, loop: EventLoop,
    link: @escaping (LinkAddress) -> (any InstrumentLink)?,
    handler: @escaping (GroundSession.Event) -> Void
  ) {
    self.address = address
    conversation = job.conversation(isPromised: isPromised)
    self.isPromised = isPromised
    self.loop = loop
    makeLink = link
    self.handler = handler
    timer = LoopTimer(loop: loop)
  }

  package func begin() {
    guard case .serial(let path, nil) = address else {
      return open(address) { [self] in talk() }
    }
    speeds = Self.speeds
    listen(path)
  }

  /// Ends it in order.
  package func stop() {
    if let session { session.stop(.cancelled) } else { end(.cancelled) }
  }

  private func open(_ address: LinkAddress, then begin: @escaping () -> Void) {
    guard let link = makeLink(address) else {
      return end(.link("\(address): Bluetooth is reached through the recorder only"))
    }
    self.link = link
    link.open { [self] event in
      switch event {
      case .opened: begin()
      case .received(let bytes): received(bytes)
      case .closed(let failure):
        let words = failure.problem(at: "\(address)")
        if let session { session.lost(words) } else { end(.link(words)) }
      }
    }
  }

  /// Listens at the next speed; where none speaks, a promised one is spoken to at the usual speed.
  private func listen(_ path: String) {
    link?.close()
    scanner = SentenceScanner(limit: 256)
    guard !speeds.isEmpty else {
      guard isPromised else { return end(.stateUnknown) }
      return open(.serial(path: path, speed: Self.speeds[0])) { [self] in talk() }
    }
    open(.serial(path: path, speed: speeds.removeFirst())) { [self] in
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
    let session = GroundSession(conversation, loop: loop) { bytes in
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
