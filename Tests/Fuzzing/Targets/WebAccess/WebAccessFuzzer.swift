import FuzzDriver
import WebAccess

/// Heads of requests to a page. The input is method, path and headers on lines of their own.
@main
enum WebAccessFuzzer {
  private static let token = WebToken(random: Array(0..<20))!
  private static let names = [
    "host", "origin", "authorization", "sec-fetch-site", "sec-fetch-mode",
  ]

  static func main() {
    Fuzzer.run { bytes in
      let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      guard lines.count >= 2 else { return }
      let headers = Dictionary(zip(names, lines.dropFirst(2)).filter { $0.1 != "-" }) { $1 }
      let request = WebRequest(
        method: lines[0], path: lines[1], headers: headers, peer: lines.last ?? "")
      judge(request)
      if let host = headers["host"].flatMap({ WebHost($0) }) { compare(host) }
    }
  }

  /// What is let through named a known host and no other origin; every refusal is sound JSON.
  private static func judge(_ request: WebRequest) {
    let rules = WebRules(
      hosts: ["page.example"], hostsKey: "page.hosts", readingNeedsToken: true, allowsChanges: true)
    var check = TokenCheck(token: token)
    let refusals = [
      rules.objection(to: request), check.objection(to: request, nowMs: 0),
    ].compactMap(\.self)
    for refusal in refusals {
      Fuzzer.expect((400..<500).contains(refusal.status), "no refusal of HTTP")
      Fuzzer.expect(refusal.json.utf8.count { $0 == 0x22 } == 12, "a quote came in from outside")
      Fuzzer.expect(!refusal.json.utf8.dropLast().contains { $0 < 0x20 }, "a control came in")
    }
    guard rules.objection(to: request) == nil else { return }
    let host = request.headers["host"].flatMap { WebHost($0) }
    Fuzzer.expect(host.map { $0.isLocal || $0.name == "page.example" } == true, "a foreign host")
    let origin = request.headers["origin"]
    Fuzzer.expect(
      origin.map { WebOrigin($0)?.host.name == host?.name } ?? true, "another origin")
    Fuzzer.expect(["GET", "HEAD", "POST"].contains(request.method), "another method")
  }

  /// A name reads back as itself.
  private static func compare(_ host: WebHost) {
    let name = host.name.contains(":") ? "[\(host.name)]" : host.name
    let text = host.port.map { "\(name):\($0)" } ?? name
    Fuzzer.expect(WebHost(text) == host, "its own text is another host")
  }
}
