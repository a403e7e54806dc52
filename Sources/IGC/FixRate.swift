package import FlightModel

/// How many B records a second a file may have, and so how finely it tells the time.
///
/// The second is divided into slots of equal length; a file has at most one fix a slot, the first
/// that comes. Times are cut, not rounded, to the file's resolution, so that a fix stays in its
/// slot.
package struct FixRate: Equatable, Sendable {
  /// 1 to 20.
  package let perSecond: Int

  /// One fix a second: what the specification asks for.
  package static let oneHertz = FixRate(perSecond: 1)

  /// Rates outside 1 to 20 become the nearest of these.
  package init(perSecond: Int) { self.perSecond = min(20, max(1, perSecond)) }

  /// Digits of TDS: none at 1 Hz, tenths where they tell every slot, else hundredths.
  package var fractionDigits: Int {
    if perSecond == 1 { return 0 }
    return 10 % perSecond == 0 ? 1 : 2
  }

  /// Milliseconds in the last digit written.
  var resolutionMs: Int64 {
    switch fractionDigits {
    case 0: 1000
    case 1: 100
    default: 10
    }
  }

  /// The number of a moment's slot; grows with time.
  func slot(of time: UTCInstant) -> Int64 {
    (time.milliseconds * Int64(perSecond)).flooredQuotient(by: 1000)
  }

  /// The value of TDS.
  func fraction(of time: UTCInstant) -> Int {
    Int(time.millisecondOfDay % 1000 / resolutionMs)
  }

  /// A moment as the file tells it.
  package func written(_ time: UTCInstant) -> UTCInstant {
    UTCInstant(
      milliseconds: time.milliseconds.flooredQuotient(by: resolutionMs) * resolutionMs)
  }
}

extension Int64 {
  fileprivate func flooredQuotient(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
