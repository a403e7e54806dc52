import Bytes
import CommandLineInterface
import FLARM
import FlightModel
import IGC
import Linux

/// A declaration as it is typed: options for who flies, points for the task.
struct TypedDeclaration {
  static let options: [OptionSpec] = [
    OptionSpec("pilot", "NAME", "pilot in charge"), OptionSpec("copilot", "NAME", "second pilot"),
    OptionSpec("glider", "TYPE", "glider type"), OptionSpec("registration", "ID", "registration"),
    OptionSpec("competition-id", "ID", "competition id"),
    OptionSpec("competition-class", "CLASS", "competition class"),
    OptionSpec("task", "NAME", "name of the task"),
    OptionSpec("take-off", "POINT", "where the flight begins, if declared"),
    OptionSpec("landing", "POINT", "where the flight ends, if declared"),
  ]

  let who: Declaration
  let task: TaskDeclaration?

  /// Of who flies, what is not typed is as the recorder has it.
  init(_ invocation: Invocation) throws(Failure) {
    let known = try Declaration(of: invocation)
    who = Declaration(
      pilot: invocation["pilot"] ?? known.pilot, crew: invocation["copilot"] ?? known.crew,
      gliderType: invocation["glider"] ?? known.gliderType,
      registration: invocation["registration"] ?? known.registration,
      competitionID: invocation["competition-id"] ?? known.competitionID,
      competitionClass: invocation["competition-class"] ?? known.competitionClass)
    var points: [TaskDeclaration.Point] = []
    for argument in invocation.arguments { points.append(try Self.point(argument)) }
    guard points.count != 1 else {
      throw .usage("a task has a start and a finish", hint: "give at least two points")
    }
    guard points.count >= 2 else {
      task = nil
      return
    }
    task = TaskDeclaration(
      declaredAt: SystemClock.wall(), takeOff: try Self.optional(invocation["take-off"]),
      start: points[0], turnpoints: Array(points.dropFirst().dropLast()),
      finish: points[points.count - 1], landing: try Self.optional(invocation["landing"]),
      name: invocation["task"] ?? "")
  }

  private static func optional(_ text: String?) throws(Failure) -> TaskDeclaration.Point? {
    guard let text else { return nil }
    return try point(text)
  }

  /// `LAT,LON,NAME` in decimal degrees, south and west with S and W or a minus sign.
  private static func point(_ text: String) throws(Failure) -> TaskDeclaration.Point {
    let parts = text.split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count >= 2, let latitude = degrees(parts[0], "N", "S"),
      let longitude = degrees(parts[1], "E", "W"),
      let position = Coordinate(latitude: latitude, longitude: longitude)
    else {
      throw .usage(
        "\"\(text)\" is no point", hint: "write it like 47.2033,8.5417,Start or 33.5S,70.25W,Turn")
    }
    return TaskDeclaration.Point(position: position, name: parts.count > 2 ? String(parts[2]) : "")
  }

  private static func degrees(
    _ text: Substring, _ positive: Character, _ negative: Character
  ) -> Double? {
    guard let letter = text.last?.uppercased().first, letter == positive || letter == negative
    else { return Double(String(text)) }
    guard let value = Double(String(text.dropLast())), value >= 0 else { return nil }
    return letter == negative ? -value : value
  }
}
