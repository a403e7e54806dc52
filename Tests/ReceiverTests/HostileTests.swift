import Compression
import Log
import Receiver
import SeededRandom
import SyncContract
import Testing

@Suite struct HostileTests {
  /// Whatever comes, an answer goes: none is a success that should not be, none breaks.
  @Test func anythingIsAnswered() throws {
    let bench = ReceiverBench { $0.attemptsInAll = RateLimit(burst: 1 << 40, intervalMs: 1) }
    let token = try bench.signIn()
    var random = SeededGenerator(seed: 11)
    let seeds = [Sample.board, Sample.extendedBoard, Sample.settings(3)]
    let paths =
      EndpointTests.guarded.map(\.1) + ["/healthz", "/api/app-status", "/api/auth/device-tokens"]
    for _ in 0..<4000 {
      var body = Array(seeds.randomElement(using: &random)!.utf8)
      if Bool.random(using: &random) { body = try Gzip.compress(body) }
      mutate(&body, &random)
      var path = Array(paths.randomElement(using: &random)!.utf8)
      if UInt8.random(in: 0..<4, using: &random) == 0 { mutate(&path, &random) }
      let method = ["GET", "POST", "PUT", "HEAD", "DELETE", "", "\0"].randomElement(using: &random)!
      if method == "DELETE" { continue }
      let request = ReceiverBench.request(
        method, String(decoding: path, as: UTF8.self),
        Bool.random(using: &random) ? token : text(&random), body: body,
        query: ["after": text(&random), "limit": text(&random)],
        headers: [
          "content-encoding": ["gzip", "", text(&random)].randomElement(using: &random)!,
          "content-type": text(&random), "accept-encoding": text(&random),
          "vescape-app-version": text(&random),
        ], peer: text(&random))
      let answer = bench.router.respond(to: request)
      #expect([200, 400, 401, 404, 405, 409, 413, 415, 422, 429].contains(answer.status))
      for (name, value) in answer.headers {
        #expect(!(name + value).utf8.contains { $0 < 0x20 || $0 > 0x7E })
      }
      _ = bench.router.objection(to: request, bodyBytes: Int64(body.count))
    }
  }

  private func text(_ random: inout SeededGenerator) -> String {
    let count = Int.random(in: 0..<40, using: &random)
    let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch UInt8.random(in: 0..<4, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(bytes[place], at: place)
      default: bytes.removeLast(bytes.count - place)
      }
    }
  }

  /// Planted values are searched in everything that was logged or answered with an error.
  @Test func secretsAreNotRepeated() throws {
    let bench = ReceiverBench()
    let (_, code) = try bench.administration.add(name: "A rider", id: "rider")
    let token = try bench.exchange(code)
    let row = #"{"appSettings":[{"key":"planted-key","valueJson":"planted-value","updatedAt":1}"#
    var errors: [UInt8] = []
    for body in ["\(row)]}", "\(row),7]}", "\(row)", #"{"planted-table":[]}"#] {
      let answer = bench.sync(body, token)
      if answer.status != 200 { errors += answer.body }
    }
    let zone =
      #"{"privacyZones":[{"id":"z","preset":"p","name":"n","enabled":true,"centerLatitudeE7":473456789,"centerLongitudeE7":85432109,"radiusMeters":0,"createdAt":1,"updatedAt":1}]}"#
    errors += bench.sync(zone, token).body
    errors += bench.send("GET", "/planted-path", token).body
    errors += bench.send("GET", "/api/account", "planted-token").body
    errors += bench.send("POST", "/api/auth/device-tokens", code).body
    let written =
      bench.log.all.map { "\($0.text) \($0.fields)" }.joined(separator: "\n")
      + String(decoding: errors, as: UTF8.self)
    #expect(bench.log.all.count >= 9)
    for secret in [
      "planted", "473456789", "85432109", String(token.dropFirst(10)), String(code.prefix(6)),
      String(code.suffix(6)),
    ] { #expect(!written.contains(secret)) }
  }

  @Test func requestsAreLogged() throws {
    let bench = ReceiverBench()
    let token = try bench.signIn()
    _ = bench.sync(Sample.settings(5), token)
    let message = try #require(bench.log.all.last)
    #expect(message.fields[.account] == "rider")
    #expect(message.fields[.request] == "sync")
    #expect(message.fields[.rows] == "5")
    #expect(message.fields[.status] == "200")
    #expect(message.fields[.milliseconds] == "0")
  }

  /// Several exchanges at once: the code is given once.
  @Test func oneOfManyExchangesWins() async throws {
    let bench = ReceiverBench()
    let code = try bench.administration.add(name: "A rider", id: "rider").code
    let statuses = await together(4) { _ in
      bench.send("POST", "/api/auth/device-tokens", code).status
    }
    #expect(statuses.sorted() == [200, 401, 401, 401])
    #expect(try bench.storage.tokens(of: "rider").count == 1)
  }
}
