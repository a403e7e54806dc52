import ControlAPI
import FlightModel

/// What is known at one moment of watching, as the screen is made from it.
struct WatchScene: Equatable, Sendable {
  /// How old news may be: three missed answers, and the limit after which values are history.
  static let liveS = 3.5
  static let lateS = 10.0

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
    guard document?.facts != nil, trouble == nil, ageS <= Self.lateS else { return .lost }
    return ageS <= Self.liveS ? .live : .late
  }

  /// An age of the document as of now.
  func aged(_ seconds: Double?) -> Double? { seconds.map { $0 + ageS } }

  /// A state of the document as of now: nothing stays fresh by itself.
  func aged(_ state: DataState, _ seconds: Double?, rateHz: Double?) -> DataState {
    guard state == .ok || state == .late, let age = aged(seconds) else { return state }
    let now = DataState(ageS: age, rateHz: rateHz)
    return now == .ok && state == .late ? .late : now
  }
}
