import FlightModel
import JSON
import ServicePlan

/// What a path at SkyLines means.
enum SkyLinesPlace: Equatable {
  case root, own, latest, days, pilots
  case pilot(String)
  case day(CivilDate)
  case flight(String)

  private static let pilotPath = "pilot/NUMBER"

  /// Throws what is wrong with a path.
  init(_ parts: [String]) throws(CatalogueFault) {
    let (folder, length) = try Self.folder(parts)
    let rest = parts.dropFirst(length)
    guard let name = rest.first else {
      self = folder
      return
    }
    guard rest.count == 1, Self.isNumber(name) else { throw .absent }
    self = .flight(name)
  }

  /// The folder that a path begins with, and how many parts it has.
  private static func folder(_ parts: [String]) throws(CatalogueFault) -> (Self, length: Int) {
    let second = parts.dropFirst().first
    switch parts.first {
    case nil: return (.root, 0)
    case "own": return (.own, 1)
    case "latest": return (.latest, 1)
    case "date":
      guard let second else { return (.days, 1) }
      guard let day = CivilDate(serviceDay: second), day.rfc3339 == second else {
        throw .path("date/YYYY-MM-DD")
      }
      return (.day(day), 2)
    case "pilot":
      guard let second else { return (.pilots, 1) }
      guard isNumber(second) else { throw .path(pilotPath) }
      return (.pilot(second), 2)
    default: throw .absent
    }
  }

  private static func isNumber(_ text: String) -> Bool {
    (1...18).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// What to say of a folder that cannot tell what lies in it.
  static let pilotsFault = CatalogueFault.path(pilotPath)
}
