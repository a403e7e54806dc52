import FlightModel
import JSON
package import ServicePlan

/// Where a path at Soaring Spot leads: `DE/2026/ID/CLASS/DAY`, and then `task` or a flight.
package enum SoaringSpotPlace: Equatable, Sendable {
  case root
  /// In two capitals.
  case country(String)
  case year(country: String, Int)
  case competition(country: String, id: String)
  case competitionClass(country: String, id: String, name: String)
  case day(SoaringSpotDay)
  case task(SoaringSpotDay)
  case flight(SoaringSpotDay, name: String)

  /// So many years back are listed, behind this one.
  static let yearsBack = 10
  static let task = "task"

  package init(_ parts: [String]) throws(CatalogueFault) {
    guard let first = parts.first else {
      self = .root
      return
    }
    let country = try Self.code(first)
    guard parts.count > 1 else {
      self = .country(country)
      return
    }
    let year = try Self.number(parts[1], country)
    guard parts.count > 2 else {
      self = .year(country: country, year)
      return
    }
    guard parts.count <= 6 else { throw .path("\(country)/\(year)/ID/CLASS/DAY/task") }
    self = try Self.below(country, Array(parts[2...]))
  }

  private static func code(_ part: String) throws(CatalogueFault) -> String {
    guard part.utf8.count == 2, part.utf8.allSatisfy({ (0x41...0x5A) ~= $0 & 0xDF }) else {
      throw .path("a country in two letters, then a year: DE/2026")
    }
    return part.uppercased()
  }

  private static func number(_ part: String, _ country: String) throws(CatalogueFault) -> Int {
    guard let year = Int(part), (1900...2999).contains(year), part.utf8.count == 4 else {
      throw .path("a year behind the country: \(country)/2026")
    }
    return year
  }

  /// Names of things there go into URLs, so one that cannot is nothing's name.
  private static func below(
    _ country: String, _ names: [String]
  ) throws(CatalogueFault) -> SoaringSpotPlace {
    guard names.dropLast(names.count == 4 ? 1 : 0).allSatisfy({ JSONValue.string($0).id != nil })
    else { throw .absent }
    if names.count == 1 { return .competition(country: country, id: names[0]) }
    if names.count == 2 {
      return .competitionClass(country: country, id: names[0], name: names[1])
    }
    let day = SoaringSpotDay(competition: names[0], className: names[1], day: names[2])
    if names.count == 3 { return .day(day) }
    return names[3] == task ? .task(day) : .flight(day, name: names[3])
  }
}

/// A day of a class of a competition.
package struct SoaringSpotDay: Equatable, Sendable {
  package var competition: String
  package var className: String
  package var day: String

  package init(competition: String, className: String, day: String) {
    self.competition = competition
    self.className = className
    self.day = day
  }

  /// Below the proxy's address; it names the task for good.
  package var taskPath: String { "competitions/\(competition)/task/\(className)/\(day)" }
  package var flightsPath: String { "competitions/\(competition)/flights/\(className)/\(day)" }

  /// The date, where the day is named by it.
  var date: CivilDate? { day.utf8.count == 10 ? CivilDate(serviceDay: day) : nil }
}
