import FlightModel
import FuzzDriver
import HTTPClient
import ServicePlan
import Services

/// What services answer: the first byte chooses the status, the rest is the body, a header's value and a
/// time. What is taken over is bounded, and may stand in a line, a URL or a header.
@main
enum ServiceRepliesFuzzer {
  private static let statuses = [200, 201, 302, 400, 401, 403, 404, 409, 422, 429, 500, 503]
  private static let weglide = WeGlide(
    ServiceAddress("https://service.example/v1")!,
    try! ServiceCredential(.weglide, [.key: "k", .userID: "1", .dateOfBirth: "1980-07-31"]))

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
      if let time = UTCInstant(serviceTime: text) {
        Fuzzer.expect(UTCInstant(rfc3339: time.rfc3339) == time, "a time reads back differently")
      }
      if let address = ServiceAddress(text) {
        Fuzzer.expect(ServiceAddress(address.description) == address, "an address changes")
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
    let charron = Charron(
      weglide.address,
      try! ServiceCredential(.charron, [.login: "a", .password: "b", .motorGlider: "no"]))
    let request = charron.flights(on: CivilDate(year: 2026, month: 7, day: 4), in: session)
    let cookie = request.headers.last?.value ?? ""
    Fuzzer.expect(cookie.utf8.allSatisfy { (0x20...0x7E).contains($0) }, "no cookie for a header")
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
