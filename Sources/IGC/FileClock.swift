import FlightModel

/// Turns times of day into moments, over midnight.
struct FileClock: Sendable {
  struct Moment {
    /// Since midnight of the first day, ms.
    var milliseconds: Int64
    var isDuplicate = false
    var isBackward = false
    var isMidnight = false
  }

  /// What a date record says to the one before.
  enum Date { case first, repeated, later, earlier }

  // Computed: a constant of another module is a call.
  private static var dayLength: Int64 { 86_400_000 }
  /// A step back by more is midnight.
  private static var longestStepBack: Int64 { dayLength / 2 }
  /// A step forward by more, after a midnight, is a step back over it.
  private static var longestStep: Int64 { dayLength / 24 * 23 }

  /// The file's date.
  private(set) var date: CivilDate?
  /// The first midnight as UTC, ms; nil before a date.
  private(set) var origin: Int64?
  private var day: Int64 = 0
  private var highestDay: Int64 = 0
  /// A day that a date record has begun and no fix yet.
  private var announced: Int64?
  private var latest: Int64?

  /// Takes a date record. The last before the first fix is the file's date; a later one begins that
  /// day, unless it repeats the file's date or the day that midnight has begun already.
  mutating func take(_ date: CivilDate) -> Date {
    let start = Int64(date.daysSince1970)
    guard let origin, latest != nil else {
      let isRepeated = self.date == date
      self.date = CivilDate(daysSince1970: Int(start - day))
      origin = (start - day) * Self.dayLength
      return isRepeated ? .repeated : .first
    }
    let offset = start - origin / Self.dayLength
    if offset == day || offset == 0 { return .repeated }
    guard offset > day else { return .earlier }
    announced = offset
    return .later
  }

  /// The moment of a fix; the next is measured against it.
  @inline(__always)
  mutating func take(_ timeOfDay: Int64) -> Moment {
    guard let latest else {
      self.latest = timeOfDay
      return Moment(milliseconds: timeOfDay)
    }
    let isMidnight = timeOfDay - (latest - day * Self.dayLength) < -Self.longestStepBack
    if isMidnight || announced != nil || timeOfDay > Self.longestStep { day = day(of: timeOfDay) }
    var moment = Moment(milliseconds: day * Self.dayLength + timeOfDay)
    moment.isDuplicate = moment.milliseconds == latest
    moment.isBackward = moment.milliseconds < latest
    if day > highestDay {
      moment.isMidnight = isMidnight
      highestDay = day
    }
    announced = nil
    self.latest = moment.milliseconds
    return moment
  }

  /// The moment of something after the latest fix, ms since the first midnight.
  func moment(_ timeOfDay: Int64) -> Int64 { day(of: timeOfDay) * Self.dayLength + timeOfDay }

  /// UTC of a moment; nil before a date.
  @inline(__always)
  func time(_ milliseconds: Int64) -> UTCInstant? {
    origin.map { UTCInstant(milliseconds: $0 &+ milliseconds) }
  }

  private func day(of timeOfDay: Int64) -> Int64 {
    guard let latest else { return day }
    if let announced { return announced }
    let step = timeOfDay - (latest - day * Self.dayLength)
    if step < -Self.longestStepBack { return day + 1 }
    return step > Self.longestStep && day > 0 ? day - 1 : day
  }
}
