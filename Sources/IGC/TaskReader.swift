import Bytes
import FlightModel

/// Puts the C records of a task together: one of the task, then one of each point.
struct TaskReader: Sendable {
  /// Take-off, start, 99 turnpoints, finish and landing are the most that a task can have.
  private static let mostPoints = 103

  private var head: [UInt8]?
  /// Nil is an unknown place, written as zeros.
  private var points: [TaskDeclaration.Point?] = []

  /// Takes a C record; the task before if this one begins another, and whether it is of its form.
  mutating func take(_ line: [UInt8]) -> (task: TaskDeclaration?, isGood: Bool) {
    if let position = RecordParser.position(line, at: 1) {
      guard head != nil, points.count < Self.mostPoints else { return (nil, false) }
      let isKnown = position != Coordinate(latitudeE7: 0, longitudeE7: 0)
      let name = RecordParser.text(line[18...].drop { $0 == ASCII.space })
      points.append(isKnown ? TaskDeclaration.Point(position: position, name: name) : nil)
      return (nil, true)
    }
    guard Digits.number(line.dropFirst().prefix(6)) != nil,
      Digits.number(line.dropFirst(7).prefix(6)) != nil
    else { return (nil, false) }
    let task = finish()
    head = line
    return (task, true)
  }

  /// The task whose lines have come; nil without one, or if it has no two known points.
  mutating func finish() -> TaskDeclaration? {
    defer {
      head = nil
      points = []
    }
    guard let head else { return nil }
    let count = RecordParser.number(head, 23, 2)
    // Some programs leave out take-off and landing in place of writing zeros.
    let isBare = points.count < 4 || points.count == (count ?? -1) + 2
    let inner = (isBare ? points[...] : points.dropFirst().dropLast()).compactMap(\.self)
    guard let start = inner.first, let finish = inner.last, inner.count >= 2 else { return nil }
    return TaskDeclaration(
      declaredAt: Self.moment(head), flightDate: RecordParser.date(head, at: 13),
      takeOff: isBare ? nil : points[0], start: start,
      turnpoints: Array(inner.dropFirst().dropLast()), finish: finish,
      landing: isBare ? nil : points[points.count - 1], name: RecordParser.text(head.dropFirst(25)))
  }

  /// When it was declared; 1970 where the file does not know.
  private static func moment(_ head: [UInt8]) -> UTCInstant {
    guard let date = RecordParser.date(head, at: 1) else { return UTCInstant(milliseconds: 0) }
    return UTCInstant(date, millisecondOfDay: RecordParser.time(head, at: 7) ?? 0)
  }
}
