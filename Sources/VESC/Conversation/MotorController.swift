import FlightModel

/// One motor controller of a board, as far as the samples need it.
struct MotorController: Equatable, Sendable {
  /// A reading is part of a sample while it is at most this old, ms.
  static let longestHoldMs: Int64 = 1_000
  /// Questions in vain before a controller counts as absent.
  private static let mostMisses = 3
  /// How long an absent one is not asked, ms; twice as long after each further question in vain.
  private static let restMs: Int64 = 5_000
  private static let mostDoublings = 4

  /// Whether the firmware knows GET_VALUES_SELECTIVE.
  private enum Form: Equatable, Sendable { case untried(selective: Bool), selective, full }

  /// What questions are forwarded to; nil is the one on the link.
  let canID: UInt8?
  /// What it calls itself in its replies, once it did.
  private(set) var controllerID: UInt8?
  /// Whether that is sure: the one on the link says so in SETUP, and the others are asked by it.
  private var isIdentified: Bool
  private(set) var reading: (values: MotorValues, at: MonotonicInstant)?
  private let isMain: Bool
  private var form = Form.untried(selective: true)
  private var misses = 0
  private var restsUntil: MonotonicInstant?

  /// `isMain` is the one that the board is known by, without which there is no sample.
  init(canID: UInt8?, isMain: Bool = false) {
    self.canID = canID
    self.isMain = isMain
    controllerID = canID
    isIdentified = canID != nil
  }

  static func == (left: Self, right: Self) -> Bool {
    left.canID == right.canID && left.controllerID == right.controllerID
      && left.reading?.at == right.reading?.at
  }

  /// Whether it was asked in vain so often that it counts as absent.
  var isAway: Bool { misses >= Self.mostMisses }

  /// The values, while they are of the present.
  func values(at now: MonotonicInstant) -> MotorValues? {
    guard let reading, now.milliseconds(since: reading.at) <= Self.longestHoldMs else { return nil }
    return reading.values
  }

  /// What to ask now, or nil while it rests.
  func request(at now: MonotonicInstant) -> VESCRequest? {
    if let restsUntil, now < restsUntil { return nil }
    switch form {
    case .selective, .untried(selective: true):
      return VESCRequest(.valuesSelective(.sample), canID: canID)
    case .full, .untried(selective: false): return VESCRequest(.values, canID: canID)
    }
  }

  /// Whether a reply's controller is this one, as far as either says who it is.
  func isMeant(by id: UInt8?) -> Bool {
    guard let id, let controllerID else { return true }
    return id == controllerID
  }

  mutating func take(_ values: MotorValues, at now: MonotonicInstant) {
    reading = (values, now)
    misses = 0
    restsUntil = nil
    if !isIdentified { controllerID = values.controllerID ?? controllerID }
    form = values.mask == .sample ? .selective : .full
  }

  /// Nobody answered. Until one form was understood, the other is tried next; and who the one on
  /// the link is may have been learnt from a reply to somebody else.
  mutating func missed(at now: MonotonicInstant) {
    misses = min(misses + 1, Self.mostMisses + Self.mostDoublings)
    if isAway, !isMain {
      restsUntil = now.advanced(byMilliseconds: Self.restMs << (misses - Self.mostMisses))
    }
    if canID == nil, isAway || !isIdentified {
      controllerID = nil
      isIdentified = false
    }
    if case .untried(let selective) = form { form = .untried(selective: !selective) }
  }

  /// It says in SETUP who it is, which nobody asks of another controller.
  mutating func identify(as id: UInt8) {
    guard canID == nil else { return }
    controllerID = id
    isIdentified = true
  }
}
