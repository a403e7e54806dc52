import ControlAPI
import FlightModel

/// What is known at one moment of watching, as the screen is made from it.
struct WatchScene: Equatable, Sendable {
  /// How long after a document's expiry another may be on its way, and after which its values are
  /// history.
  static let graceS = 0.5
  static let lostS = 7.0

  /// Whether what is shown can be believed.
  enum Liveness: String, Sendable {
    case live = "LIVE"
    case late = "LATE"
    case lost = "LOST"
  }

  /// The newest answer that told facts; nil before the first.
  var document: StatusDocument?
  /// Since it came.
  var ageS: Double
  /// Why there is no newer one.
  var trouble: Problem?
  /// By the clock of the machine that shows it.
  var now: UTCInstant
  /// Local time less UTC.
  var zoneMinutes: Int
  var host: String

  init(
    document: StatusDocument? = nil, ageS: Double = 0, trouble: Problem? = nil, now: UTCInstant,
    zoneMinutes: Int = 0, host: String
  ) {
    self.document = document
    self.ageS = ageS
    self.trouble = trouble
    self.now = now
    self.zoneMinutes = zoneMinutes
    self.host = host
  }

  var liveness: Liveness {
    guard let document, document.facts != nil, trouble == nil else { return .lost }
    let late = ageS - document.lifetimeS
    return late <= Self.graceS ? .live : late <= Self.lostS ? .late : .lost
  }

  /// An age of the document as of now.
  func aged(_ seconds: Double?) -> Double? { seconds.map { $0 + ageS } }

  /// A state of the document as of now: nothing stays fresh by itself, but while the document is
  /// live another would tell of a change.
  func aged(_ state: DataState, _ seconds: Double?, rateHz: Double?) -> DataState {
    guard liveness != .live, state == .ok || state == .late, let age = aged(seconds) else {
      return state
    }
    let now = DataState(ageS: age, rateHz: rateHz)
    return now == .ok && state == .late ? .late : now
  }
}

extension StatusDocument {
  /// From its making to its expiry, 3 s where that cannot be believed.
  fileprivate var lifetimeS: Double {
    let seconds = Double(expiresAt.milliseconds - generatedAt.milliseconds) / 1000
    return (0...60).contains(seconds) ? seconds : 3
  }
}
