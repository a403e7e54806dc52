import Bytes
package import FlightModel
package import IGC

/// A name as a declaration carries it: clean ASCII of a bounded length.
package struct DeclaredText: Equatable, Sendable {
  package let text: String

  package init(_ text: String, limit: Int) { self.text = SentenceField.clean(text, limit: limit) }
}

/// A point as a declaration carries it: `DDMMmmm[NS],DDDMMmmm[EW],name`.
package struct DeclaredPoint: Equatable, Sendable {
  package let position: Coordinate
  package let name: DeclaredText

  package init(position: Coordinate, name: String) {
    self.position = position
    self.name = DeclaredText(name, limit: FLARMTask.nameLimit)
  }

  fileprivate func cut(to limit: Int) -> DeclaredPoint {
    let text = String(decoding: name.text.utf8.prefix(max(0, limit)), as: UTF8.self)
    return DeclaredPoint(position: position, name: text)
  }

  /// The position of an unknown take-off or landing.
  static let nowhere = Coordinate(latitudeE7: 0, longitudeE7: 0)

  package var fields: String {
    let latitude = Self.angle(position.latitudeE7, degreeDigits: 2, "N", "S")
    let longitude = Self.angle(position.longitudeE7, degreeDigits: 3, "E", "W")
    return "\(latitude),\(longitude),\(name.text)"
  }

  /// Degrees, minutes and thousandths without a separator; 60000 thousandths carry into degrees.
  private static func angle(
    _ e7: Int32, degreeDigits: Int, _ positive: String, _ negative: String
  ) -> String {
    let thousandths = (Int(e7.magnitude) * 60_000 + 5_000_000) / 10_000_000
    return String(thousandths / 60_000, width: degreeDigits)
      + String(thousandths % 60_000, width: 5) + (e7 < 0 ? negative : positive)
  }
}

/// A task as a FLARM's memory holds it: 7 bytes, 9 a point and the texts, together at most 192.
package struct FLARMTask: Equatable, Sendable {
  package static let byteLimit = 192
  package static let nameLimit = 50
  /// More points leave no room even without names.
  package static let pointLimit = (byteLimit - 7) / 9

  package let name: DeclaredText
  /// Take-off first, landing last; zeros where unknown.
  package let points: [DeclaredPoint]
  /// How many names had to be cut.
  package let cutCount: Int

  /// Bytes in the device.
  package var byteCount: Int {
    7 + 9 * points.count + name.text.utf8.count
      + points.reduce(0) { $0 + $1.name.text.utf8.count }
  }

  /// From a declaration as IGC files have them.
  package init?(_ task: TaskDeclaration) {
    let known: [TaskDeclaration.Point?] =
      [task.takeOff, task.start] + task.turnpoints + [task.finish, task.landing]
    self.init(
      name: task.name,
      points: known.map {
        DeclaredPoint(position: $0?.position ?? DeclaredPoint.nowhere, name: $0?.name ?? "")
      })
  }

  /// Cuts names, the longest first, until the task fits; nil with more points than fit. Take-off
  /// comes first and landing last.
  package init?(name: String, points: [DeclaredPoint]) {
    guard points.count <= Self.pointLimit else { return nil }
    let title = DeclaredText(name, limit: Self.nameLimit)
    let lengths = [title.text.utf8.count] + points.map(\.name.text.utf8.count)
    let budget = Self.byteLimit - 7 - 9 * points.count
    let limit = Self.lengthThatFits(lengths, budget: budget)
    self.name = DeclaredText(title.text, limit: limit)
    self.points = points.map { $0.cut(to: limit) }
    cutCount = lengths.count { $0 > limit }
  }

  /// The longest length to which all texts can be cut so that they fit together.
  private static func lengthThatFits(_ lengths: [Int], budget: Int) -> Int {
    var limit = nameLimit
    while limit > 0, lengths.reduce(0, { $0 + min($1, limit) }) > budget { limit -= 1 }
    return limit
  }

  /// What is sent, in order.
  package var commands: [GroundCommand] {
    [.newTask(name: name)] + points.map(GroundCommand.addPoint)
  }
}
