import NMEA

/// Reads from an instrument's own sentences whether it flies: `PFLAU` says so, else the speed of
/// `RMC` or `PLXVF` tells.
package struct GroundWatch: Sendable {
  package enum State: Sendable { case unknown, onGround, airborne }

  /// Faster than any glider is pushed, in km/h; wind alone does not move a receiver.
  package static let flyingKilometresPerHour = 40

  package private(set) var state = State.unknown
  private var hasOperatingState = false
  private var scanner = SentenceScanner(limit: 256)

  package init() {}

  /// Takes bytes as they came.
  package mutating func take(_ bytes: [UInt8]) {
    var sentences: [Sentence] = []
    scanner.feed(bytes) { if case .sentence(let sentence) = $0 { sentences.append(sentence) } }
    for sentence in sentences { take(sentence) }
  }

  private mutating func take(_ sentence: Sentence) {
    if let found = OperatingState(sentence) {
      // Without satellites it cannot tell: what was known stays.
      guard let positioning = found.positioning, positioning != .none else { return }
      hasOperatingState = true
      state = positioning == .airborne ? .airborne : .onGround
    } else if !hasOperatingState, let speed = Self.kilometresPerHour(sentence) {
      state = speed > Self.flyingKilometresPerHour ? .airborne : .onGround
    }
  }

  /// Ground speed of `RMC` (valid only), air speed of `PLXVF`.
  private static func kilometresPerHour(_ sentence: Sentence) -> Int? {
    var fields = sentence.fields
    if sentence.address.count == 5, sentence.address.suffix(3).elementsEqual("RMC".utf8) {
      fields.skip(1)
      guard fields.next()?.bytes.first == UInt8(ascii: "A") else { return nil }
      fields.skip(4)
      return fields.next()?.fixedPoint(decimals: 1).map { $0 * 1852 / 10_000 }
    }
    guard sentence.hasAddress("PLXVF") else { return nil }
    fields.skip(5)
    return fields.next()?.fixedPoint(decimals: 1).map { $0 * 36 / 100 }
  }
}

/// A conversation that begins only when the instrument says that it stands on the ground, and ends
/// when it says that it flies.
package struct GuardedConversation<Inner: GroundConversation>: GroundConversation {
  /// How long the instrument may take to say it; it does so once a second.
  package static var patienceMilliseconds: Int64 { 5000 }

  private enum State { case idle, watching, talking, ended }

  private var inner: Inner
  /// The person says that the instrument stands on the ground.
  private let isPromised: Bool
  private var watch = GroundWatch()
  private var state = State.idle

  /// `isPromised` is for an instrument that says nothing; one that says it flies is believed.
  package init(_ inner: Inner, isPromised: Bool) {
    self.inner = inner
    self.isPromised = isPromised
  }

  package mutating func on(_ event: GroundEvent) -> [GroundAction] {
    switch (state, event) {
    case (.ended, _): return []
    case (.idle, .opened):
      state = .watching
      return [.arm(milliseconds: Self.patienceMilliseconds)]
    case (.talking, .received(let bytes)):
      watch.take(bytes)
      return pass(watch.state == .airborne ? .stop(.airborne) : event)
    case (.talking, _): return pass(event)
    case (_, .received(let bytes)):
      watch.take(bytes)
      return decide()
    case (_, .timerFired): return isPromised ? begin() : end(.stateUnknown)
    case (_, .stop(let failure)): return end(failure)
    case (.watching, .opened): return []
    }
  }

  private mutating func decide() -> [GroundAction] {
    guard state == .watching else { return [] }
    switch watch.state {
    case .unknown: return []
    case .onGround: return begin()
    case .airborne: return end(.airborne)
    }
  }

  private mutating func begin() -> [GroundAction] {
    state = .talking
    return pass(.opened)
  }

  private mutating func end(_ failure: GroundFailure) -> [GroundAction] {
    state = .ended
    return [.failed(failure)]
  }

  private mutating func pass(_ event: GroundEvent) -> [GroundAction] { inner.on(event) }
}
