import ControlAPI
import FlightModel
import Glibc
import Linux

/// What the last answers told: the newest facts stay when nobody answers any more.
struct WatchMemory {
  private var document: StatusDocument?
  private var receivedAt: MonotonicInstant?
  private var trouble: Problem?

  /// Takes an answer, or why there is none.
  mutating func take(_ new: StatusDocument, at now: MonotonicInstant) {
    guard new.facts != nil, new.state != .unknown else {
      trouble = new.problems.first
      return
    }
    (document, receivedAt, trouble) = (new, now, nil)
  }

  /// What there is to show.
  func scene(at now: MonotonicInstant) -> WatchScene {
    let age = receivedAt.map { Double(max(0, now.milliseconds(since: $0))) / 1000 } ?? 0
    return WatchScene(
      document: document, ageS: age, trouble: trouble, now: SystemClock.wall(),
      zoneMinutes: Self.zoneMinutes, host: Self.hostName)
  }

  /// Local time less UTC, as the person has set it (localtime_r(3)).
  private static var zoneMinutes: Int {
    var now = time(nil)
    var local = tm()
    localtime_r(&now, &local)
    return local.tm_gmtoff / 60
  }

  private static let hostName: String = {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }()
}
