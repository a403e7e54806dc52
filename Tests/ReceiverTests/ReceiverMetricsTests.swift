import Linux
import Receiver
import Synchronization
import TestSupport
import Testing

@Suite struct ReceiverMetricsTests {
  private let bench = ReceiverBench()

  private func text(version: String = "1.2") -> String { metrics(version: version).text() }

  private func metrics(version: String = "1.2") -> ReceiverMetrics {
    ReceiverMetrics(
      counters: bench.counters,
      overview: ReceiverOverview(
        storage: bench.used, version: version, build: "b", clock: bench.clock),
      version: version, clock: bench.clock)
  }

  /// The lines of one family without its name: `{route="sync",class="2xx"} 1`.
  private func samples(_ name: String, in text: String? = nil) -> [String] {
    (text ?? self.text()).split(separator: "\n").filter {
      $0.hasPrefix("\(name) ") || $0.hasPrefix("\(name){")
    }.map { String($0.dropFirst(name.count).drop { $0 == " " }) }
  }

  @Test func requestsAreCountedByWhatTheyGot() throws {
    let token = try bench.signIn()
    #expect(bench.sync(Sample.settings(3), token).status == 200)
    #expect(bench.sync("{", token).status == 400)
    #expect(bench.send("GET", "/api/tables/boards", token).status == 200)
    #expect(bench.send("GET", "/api/nothing").status == 404)
    #expect(
      samples("barograph_receiver_requests_total") == [
        #"{route="exchange",class="2xx"} 1"#, #"{route="sync",class="2xx"} 1"#,
        #"{route="sync",class="4xx"} 1"#, #"{route="table",class="2xx"} 1"#,
        #"{route="unknown",class="4xx"} 1"#,
      ])
  }

  @Test func whatIsRefusedOnItsHeadCountsOnce() {
    let head = ReceiverBench.request("PUT", "/api/sync")
    #expect(bench.router.objection(to: head, bodyBytes: 5)?.status == 405)
    #expect(
      samples("barograph_receiver_requests_total") == [#"{route="unknown",class="4xx"} 1"#])
  }

  @Test func onlyRowsAndFilesThatWereTakenCount() throws {
    let token = try bench.signIn()
    _ = bench.sync(Sample.settings(3), token)
    bench.storage.state.withLock { $0.failure = .full("no space") }
    #expect(bench.sync(Sample.settings(4), token).status == 503)
    bench.storage.state.withLock { $0.failure = nil }
    let igc = Sample.igc()
    let path = "/api/blobs/igc/\(flightID(igc))"
    #expect(bench.send("PUT", path, token, body: igc).status == 201)
    #expect(bench.send("PUT", path, token, body: igc).status == 200)
    let text = text()
    #expect(samples("barograph_receiver_rows_accepted_total", in: text) == ["3"])
    #expect(samples("barograph_receiver_files_accepted_total", in: text) == ["1"])
    #expect(
      samples("barograph_receiver_files_accepted_bytes_total", in: text) == ["\(igc.count)"])
    #expect(samples("barograph_receiver_files_bytes", in: text) == ["\(igc.count)"])
    #expect(
      samples("barograph_receiver_storage_errors_total", in: text) == [
        #"{reason="broken"} 0"#, #"{reason="full"} 1"#, #"{reason="unavailable"} 0"#,
      ])
  }

  @Test func devicesAreCountedByHowLongTheyAreSilent() throws {
    _ = try bench.signIn("ada")
    let token = try bench.signIn("bert")
    #expect(bench.send("GET", "/api/account", token).status == 200)
    let heardMs = bench.nowMs
    bench.pass(ms: 90_000_000)
    let text = text()
    #expect(
      samples("barograph_receiver_devices", in: text) == [
        #"{contact="hour"} 0"#, #"{contact="day"} 0"#, #"{contact="week"} 1"#,
        #"{contact="longer"} 0"#, #"{contact="never"} 1"#,
      ])
    #expect(
      samples("barograph_receiver_last_contact_timestamp_seconds", in: text)
        == ["\(heardMs / 1000)"])
    #expect(samples("barograph_receiver_accounts", in: text) == ["2"])
  }

  @Test func aStorageThatIsAwayIsToldAndNothingIsMadeUp() {
    bench.storage.state.withLock { $0.failure = .unavailable("restarting") }
    let text = text()
    #expect(samples("barograph_receiver_storage_up", in: text) == ["0"])
    #expect(samples("barograph_receiver_accounts", in: text) == [])
    #expect(samples("barograph_receiver_database_bytes", in: text) == [])
    #expect(
      samples("barograph_receiver_storage_errors_total", in: text).last
        == #"{reason="unavailable"} 1"#)
  }

  @Test func uptimeAndVersionAreTold() {
    let metrics = metrics()
    bench.pass(ms: 2500)
    let text = metrics.text()
    #expect(samples("barograph_receiver_uptime_seconds", in: text) == ["2.5"])
    #expect(samples("barograph_receiver_build_info", in: text) == [#"{version="1.2"} 1"#])
    #expect(samples("barograph_receiver_storage_up", in: text) == ["1"])
    #expect(samples("barograph_receiver_database_bytes", in: text).count == 1)
  }

  @Test func nothingTellsWhoItIsAbout() throws {
    let token = try bench.signIn("secret-account")
    _ = bench.sync(Sample.settings(1, text: "secret-value"), token)
    _ = bench.send("GET", "/api/blobs/igc/secret-path")
    #expect(!text().contains("secret") && !text().contains("A rider"))
    #expect(!text().contains("192.0.2"))
  }

  @Test func theManualTellsOfEachMetric() throws {
    let token = try bench.signIn()
    #expect(bench.send("GET", "/api/account", token).status == 200)
    let page = String(
      decoding: try Files.read(PackageFolder.root + "/docs/metrics.md", limit: 1 << 20),
      as: UTF8.self)
    let helps = text().split(separator: "\n").filter { $0.hasPrefix("# HELP ") }
    #expect(helps.count >= 18)
    for line in helps {
      let words = line.split(separator: " ", maxSplits: 3)
      #expect(page.contains("| `\(words[2])` |"), "\(words[2]) is not told of")
      #expect(page.contains("| \(words[3]) |"), "\(words[2]) means something else there")
    }
  }
}
