import Bytes
package import FlightModel

/// A task declared before take-off, as the C records hold it.
package struct TaskDeclaration: Equatable, Sendable {
  /// A named point.
  package struct Point: Equatable, Sendable {
    package var position: Coordinate
    package var name: String

    package init(position: Coordinate, name: String) {
      self.position = position
      self.name = name
    }
  }

  package var declaredAt: UTCInstant
  /// The date it is meant for; nil is any.
  package var flightDate: CivilDate?
  package var takeOff: Point?
  package var start: Point
  package var turnpoints: [Point]
  package var finish: Point
  package var landing: Point?
  package var name: String

  package init(
    declaredAt: UTCInstant, flightDate: CivilDate? = nil, takeOff: Point? = nil, start: Point,
    turnpoints: [Point], finish: Point, landing: Point? = nil, name: String = ""
  ) {
    self.declaredAt = declaredAt
    self.flightDate = flightDate
    self.takeOff = takeOff
    self.start = start
    self.turnpoints = turnpoints
    self.finish = finish
    self.landing = landing
    self.name = name
  }

  /// The C records: one of the task, then turnpoints + 4 of points; an unknown take-off or landing
  /// is all zeros. More than 99 turnpoints have no number: the rest is left out.
  package var records: [[UInt8]] {
    let turnpoints = turnpoints.prefix(99)
    var head: [UInt8] = [UInt8(ascii: "C")]
    RecordField.append(date: declaredAt.date, to: &head)
    RecordField.append(time: declaredAt, to: &head)
    if let flightDate {
      RecordField.append(date: flightDate, to: &head)
    } else {
      head.append(text: "000000")
    }
    head.append(text: "0001")
    head.append(decimal: turnpoints.count, width: 2)
    head.append(contentsOf: RecordText.permitted(name))
    let points: [Point?] = [takeOff, start] + turnpoints.map { $0 } + [finish, landing]
    return [head] + points.map(Self.record)
  }

  private static func record(of point: Point?) -> [UInt8] {
    var line: [UInt8] = [UInt8(ascii: "C")]
    let nowhere = Coordinate(latitudeE7: 0, longitudeE7: 0)
    RecordField.append(position: point?.position ?? nowhere, to: &line)
    line.append(contentsOf: RecordText.permitted(point?.name ?? ""))
    return line
  }
}
