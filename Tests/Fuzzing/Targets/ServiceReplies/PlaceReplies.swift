import FlightModel
import FuzzDriver
import HTTPClient
import JSON
import ServicePlan
import Services
import Waypoints

/// The same of those that no flight goes to: Soaring Spot's proxy, XCSoar's catalogue and openAIP.
enum PlaceReplies {
  private static let address = ServiceAddress("https://service.example/v1")!
  private static let token = "Club 1"
  private static let spot = SoaringSpot(
    address, try! ServiceCredential(.soaringspot, [.token: token]))
  private static let day = SoaringSpotDay(competition: "1", className: "club", day: "2026-07-04")

  static func read(_ reply: UplinkReply, _ text: String) {
    if let request = address.file(text) { check(request) }
    path(text)
    xcsoar(reply)
    if let json = try? SoaringSpot.json(in: reply) {
      listings(json)
      flights(json)
      task(json)
    }
    guard case .answer(var response) = reply else { return }
    response.headers = [.init("Last-Modified", text)]
    if let edition = try? OpenAIP.edition(in: .answer(response)) { check(edition) }
  }

  private static func path(_ text: String) {
    let parts = text.split(separator: "/").prefix(8).map(String.init)
    guard let place = try? SoaringSpotPlace(parts) else { return }
    guard case .task(let day) = place else { return }
    let names = day.taskPath.split(separator: "/", omittingEmptySubsequences: false)
    Fuzzer.expect(names.count == 5, "a path with more in it")
    Fuzzer.expect(names.allSatisfy { FormText.escaped(String($0)) == $0 }, "a path to be escaped")
  }

  private static func xcsoar(_ reply: UplinkReply) {
    guard let repository = try? XCSoar.repository(in: reply) else { return }
    let waypoints = XCSoar.entries(repository, .waypoints)
    let airspace = XCSoar.entries(repository, .airspace)
    Fuzzer.expect(
      waypoints.count + airspace.count == repository.files.count, "a file of no kind")
    check(waypoints)
    check(airspace)
    for file in repository.files {
      if let request = try? XCSoar(address).file(file) { check(request) }
      if let day = file.day { check(day) }
    }
  }

  private static func listings(_ json: JSONValue) {
    check((try? SoaringSpot.countries(in: json)) ?? [])
    check((try? SoaringSpot.competitions(page: 1, in: json))?.entries ?? [])
    if let competition = ListedCompetition(soaringSpot: json) {
      Fuzzer.expect(competition.id.utf8.count <= 64, "a long id")
      for day in [competition.firstDay, competition.lastDay].compactMap({ $0 }) { check(day) }
    }
    for found in SoaringSpotClass.all(in: json) {
      check([found.entry])
      check(found.days)
    }
  }

  private static func flights(_ json: JSONValue) {
    _ = try? SoaringSpot.pilots(in: json)
    let flights = (try? SoaringSpot.flights(in: json)) ?? []
    check(flights.map { $0.entry(on: nil) })
    for flight in flights {
      guard let request = try? spot.file(of: flight) else { continue }
      let isHome = request.url.lowercased().hasPrefix("https://service.example/")
      let isTold = request.authorization == token
      Fuzzer.expect(!isTold || homeURL(request.url), "the token goes elsewhere")
      Fuzzer.expect(isTold || !isHome, "the token is left out")
      Fuzzer.expect(request.url.hasPrefix("https://") && !request.isLoopback, "a file in the open")
    }
  }

  /// Of this origin: port and an empty path may be spelled otherwise.
  private static func homeURL(_ url: String) -> Bool {
    let host = url.dropFirst("https://".count).prefix { !"/?#".contains($0) }.lowercased()
    return ["service.example", "service.example:443", "service.example:"].contains(host)
  }

  private static func task(_ json: JSONValue) {
    guard case .task(let task, let external)? = try? spot.content(of: day, in: json) else { return }
    Fuzzer.expect(external.url == "competitions/1/task/club/2026-07-04", "another path")
    Fuzzer.expect((2...200).contains(task.points.count), "no task")
    Fuzzer.expect(task.points.allSatisfy(\.zone.isSane), "a zone without a shape")
    Fuzzer.expect(task.distanceM.isFinite, "no distance")
    Fuzzer.expect((task.minimumTimeS ?? 1) > 0, "no time")
    for text in [task.name, task.notes] + task.points.map(\.waypoint.name) { line(text) }
  }

  private static func check(_ request: UplinkRequest) {
    Fuzzer.expect(request.authorization == nil, "a token for anybody")
    Fuzzer.expect(request.url.hasPrefix("https://") && !request.isLoopback, "a file in the open")
    Fuzzer.expect(!UplinkRequest.isLoopback(request.url), "a file of this machine")
    Fuzzer.expect(
      request.url.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "a URL that cannot be sent")
  }

  private static func check(_ entries: [CatalogueEntry]) {
    Fuzzer.expect(Set(entries.map(\.name)).count == entries.count, "a name twice")
    for entry in entries {
      Fuzzer.expect(CataloguePath.isPart(entry.name), "a name that a path cannot hold")
      line(entry.title)
      line(entry.detail)
      if let day = entry.day { check(day) }
    }
  }

  private static func check(_ day: CivilDate) {
    Fuzzer.expect(CivilDate(serviceDay: day.rfc3339) == day, "a day reads back differently")
  }

  private static func line(_ text: String) {
    Fuzzer.expect(text.unicodeScalars.count <= 200, "a long line")
    Fuzzer.expect(!text.utf8.contains { $0 < 0x20 || $0 == 0x7F }, "a control character")
  }
}
