import FlightModel
import FuzzDriver
import HTTPClient
import ServicePlan
import Services
import Waypoints

/// What services answer: the first byte chooses the status, the rest is the body, a header's value and a
/// time. What is taken over is bounded, and may stand in a line, a URL or a header.
@main
enum ServiceRepliesFuzzer {
  private static let statuses = [200, 201, 302, 400, 401, 403, 404, 409, 422, 429, 500, 503]
  private static let base = "https://service.example/v1"
  private static let address = ServiceAddress(base)!
  private static let weglide = WeGlide(
    address,
    try! ServiceCredential(.weglide, [.key: "k", .userID: "1", .dateOfBirth: "1980-07-31"]))

  private static let skylines = SkyLines(
    address, try! ServiceCredential(.skylines, [.login: "a", .password: "b"]))
  private static let charron = Charron(
    address,
    try! ServiceCredential(.charron, [.login: "a", .password: "b", .motorGlider: "no"]))

  static func main() {
    Fuzzer.run { bytes in
      let input = Array(bytes)
      let text = String(decoding: input.dropFirst(), as: UTF8.self)
      var response = UplinkResponse(
        status: statuses[Int(input.first ?? 0) % statuses.count], body: Array(input.dropFirst()))
      response.location = text
      response.headers = [.init("Set-Cookie", text)]
      let reply = UplinkReply.answer(response)
      uploads(reply)
      lists(reply)
      session(reply)
      PlaceReplies.read(reply, text)
      catalogues(reply)
      tasks(reply)
      links(text)
      if let time = UTCInstant(serviceTime: text) {
        Fuzzer.expect(UTCInstant(rfc3339: time.rfc3339) == time, "a time reads back differently")
      }
      if let read = ServiceAddress(text) {
        Fuzzer.expect(ServiceAddress(read.description) == read, "an address changes")
      }
    }
  }

  private static func uploads(_ reply: UplinkReply) {
    check { () throws(ServiceFault) in try weglide.placement(in: reply).id }
    check { () throws(ServiceFault) in try SkyLines.placement(in: reply).id }
    check { () throws(ServiceFault) in try Charron.placement(in: reply).id }
    check { () throws(ServiceFault) in try SkyLines.userID(in: reply) }
  }

  private static func lists(_ reply: UplinkReply) {
    let listed = (try? WeGlide.flights(in: reply)) ?? []
    let others = (try? SkyLines.flights(in: reply)) ?? []
    for id in listed.map(\.id) + others.map(\.id) { check(id) }
    _ = try? WeGlide.sighting(of: "1", in: reply)
    _ = try? SkyLines.sighting(of: "1", in: reply)
    _ = try? Charron.sighting(of: "a.igc", in: reply)
  }

  private static func session(_ reply: UplinkReply) {
    guard let session = try? Charron.session(in: reply) else { return }
    let request = charron.flights(on: CivilDate(year: 2026, month: 7, day: 4), in: session)
    let cookie = request.headers.last?.value ?? ""
    Fuzzer.expect(cookie.utf8.allSatisfy { (0x20...0x7E).contains($0) }, "no cookie for a header")
  }

  private static func catalogues(_ reply: UplinkReply) {
    let listings = [
      try? WeGlide.flightListing(in: reply), try? WeGlide.latestListing(in: reply),
      try? WeGlide.taskListing(in: reply),
      try? SkyLines.listing(in: reply, page: 2), (try? Charron.days(in: reply)).map { .init($0) },
    ]
    for entry in listings.compactMap({ $0?.entries.prefix(1001) }).joined() {
      Fuzzer.expect(CataloguePath.isPart(entry.name), "a name that a path cannot hold")
      for text in [entry.title, entry.detail] { line(text) }
    }
    if let path = try? WeGlide.file(in: reply) { sendable(weglide.download(path)) }
    if let name = try? SkyLines.filename(in: reply) { sendable(skylines.download(name)) }
    if case .success(.flight(let name, let igc)) = Result(catching: { try reply.flight(named: "a") }
    ) {
      Fuzzer.expect(name == "a" && !igc.isEmpty, "another file")
    }
    let day = CivilDate(year: 2026, month: 7, day: 4)
    for file in ((try? charron.files(on: day, in: reply)) ?? []).prefix(1001) {
      Fuzzer.expect(CataloguePath.isPart(file.filename), "a name that a path cannot hold")
      line(file.line)
      below(file.path)
    }
  }

  private static func tasks(_ reply: UplinkReply) {
    guard case .task(let task, let source) = try? WeGlide.task(in: reply, zones: .init()) else {
      return
    }
    Fuzzer.expect((2...200).contains(task.points.count), "a task without a start or an end")
    Fuzzer.expect(task.distanceM.isFinite, "no distance")
    line(task.name)
    check(String(source.url.dropFirst("task/".count)))
  }

  private static func links(_ text: String) {
    for link in LinkedPage.links(of: Array(text.utf8)) { line(link.line) }
    if let path = PagePath.below(address, folder: "2026", text) { below(path) }
    Fuzzer.expect(
      PagePath.decoded(FormText.escaped(text)) == text, "an escape reads back differently")
  }

  private static func below(_ path: String) {
    let parts = path.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false)
    Fuzzer.expect(!parts.contains("..") && !parts.contains(""), "a path that leads out")
    Fuzzer.expect(path.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "a path that cannot be sent")
  }

  private static func sendable(_ request: UplinkRequest) {
    Fuzzer.expect(request.url.hasPrefix("\(base)/"), "a file elsewhere")
    below(String(request.url.dropFirst(base.utf8.count + 1)))
    Fuzzer.expect(request.authorization == nil, "a login for a file")
    Fuzzer.expect(request.headers == [ServiceAgent.header], "a key for a file")
  }

  private static func line(_ text: String) {
    Fuzzer.expect(text.unicodeScalars.count <= 200, "a long line")
    Fuzzer.expect(!text.utf8.contains { $0 < 0x20 || $0 == 0x7F }, "a control character")
  }

  private static func check(_ body: () throws(ServiceFault) -> String?) {
    do throws(ServiceFault) {
      if let id = try body() { check(id) }
    } catch {
      guard case .refused(let words) = error else { return }
      Fuzzer.expect(words.count <= 200, "long words")
      Fuzzer.expect(!words.utf8.contains { $0 < 0x20 || $0 == 0x7F }, "a control character")
    }
  }

  private static func check(_ id: String) {
    Fuzzer.expect((1...64).contains(id.utf8.count), "no id")
    Fuzzer.expect(FormText.escaped(id) == id, "an id that a path cannot hold")
  }
}

extension Placement {
  fileprivate var id: String? {
    switch self {
    case .done(let id), .known(let id): id
    }
  }
}
