import FlightModel
import HTTPClient
package import JSON
package import ServicePlan

extension ListedCompetition {
  /// Nil without an id that a path can hold.
  package init?(soaringSpot json: JSONValue) {
    guard let id = json["id"]?.id else { return nil }
    let place = json["location"]
    let country = json["country"]?.countryCode ?? place?["country"]?.countryCode
    self.init(
      id: id, name: json.words("name", "title") ?? id,
      location: json.words("location", "place") ?? place?.words("name"), country: country,
      firstDay: json.day("start_date", "first_day", "start"),
      lastDay: json.day("end_date", "last_day", "end"))
  }

  /// The folder of its classes.
  var entry: CatalogueEntry {
    let days = [firstDay, lastDay].compactMap { $0?.rfc3339 }.joined(separator: " to ")
    return CatalogueEntry(id, .folder, title: name, detail: EntryText.joined(location, days))
  }
}

/// A class of a competition, with the days that it has had so far.
package struct SoaringSpotClass: Equatable, Sendable {
  static let mostDays = 200
  static let mostClasses = 50

  /// As paths have it.
  package var name: String
  package var title: String
  /// The folders of its days, in the service's order.
  package var days: [CatalogueEntry]

  /// Nil without a name that a path can hold.
  init?(_ json: JSONValue) {
    guard let name = json.id ?? json.member("id", "slug", "type", "name")?.id else { return nil }
    self.name = name
    title = json.words("name", "title") ?? name
    days = (json.list(["days", "tasks"]) ?? []).prefix(Self.mostDays).compactMap(Self.day).once
  }

  /// The classes that the answer to the question for a competition tells of.
  package static func all(in json: JSONValue) -> [SoaringSpotClass] {
    let listed = json.object == nil ? [] : json.list(["classes"]) ?? []
    var names: Set<String> = []
    return listed.prefix(mostClasses).compactMap(SoaringSpotClass.init).filter {
      names.insert($0.name).inserted
    }
  }

  private static func day(_ json: JSONValue) -> CatalogueEntry? {
    let date = json.string.flatMap(CivilDate.init(serviceDay:)) ?? json.day("date", "task_date")
    guard let name = json.id ?? json["id"]?.id ?? date?.rfc3339 else { return nil }
    let number = json.words("number", "task_number").map { "Task \($0)" }
    let detail = EntryText.joined(
      json.words("task_type"), json.words("status", "result_status"))
    return CatalogueEntry(
      name, .folder, title: UplinkResponse.spoken(number ?? date?.rfc3339 ?? name),
      detail: detail, day: date)
  }

  /// The folder of its days.
  package var entry: CatalogueEntry {
    let count = days.isEmpty ? "" : days.count == 1 ? "1 day" : "\(days.count) days"
    return CatalogueEntry(name, .folder, title: title, detail: count)
  }
}

extension JSONValue {
  fileprivate func day(_ keys: String...) -> CivilDate? {
    keys.lazy.compactMap { self[$0]?.string }.first.flatMap(CivilDate.init(serviceDay:))
  }
}
