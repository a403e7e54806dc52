import ControlAPI
import ControlDoubles
import FlightModel
import Glibc
import Linux
import SeededRandom
import TestSupport
import Testing

@Suite struct MetricsTests {
  private func text(_ facts: StatusFacts) -> String {
    var history = ProblemHistory()
    return Metrics.text(of: StatusDocument(facts: facts, now: noon, history: &history))
  }

  private func unknownFacts() -> StatusFacts {
    StatusFacts(
      state: .starting, version: "0.1.0", uptimeS: 0.2, policy: "auto",
      storage: StorageStatus(directory: "/x"))
  }

  @Test func readsAsTheGoldenFileSays() throws {
    let path = PackageFolder.fixture("status-document/in-flight/metrics.txt")
    let text = text(factsInFlight())
    if getenv("BAROGRAPH_UPDATE_GOLDEN") != nil { try Files.replace(path, with: text.utf8) }
    #expect(text == String(decoding: try Files.read(path, limit: 1 << 20), as: UTF8.self))
  }

  @Test func theManualTellsOfEachMetric() throws {
    let page = String(
      decoding: try Files.read(PackageFolder.root + "/docs/metrics.md", limit: 1 << 20),
      as: UTF8.self)
    for line in text(factsInFlight()).split(separator: "\n") where line.hasPrefix("# HELP ") {
      let words = line.split(separator: " ", maxSplits: 3)
      #expect(page.contains("| `\(words[2])` |"), "\(words[2]) is not told of")
      #expect(page.contains("| \(words[3]) |"), "\(words[2]) means something else there")
    }
  }

  @Test func whatIsUnknownHasNoSample() throws {
    let samples = try Samples(text(unknownFacts()))
    for name in [
      "barograph_gnss_satellites", "barograph_gnss_hdop", "barograph_storage_free_bytes",
      "barograph_clock_offset_seconds", "barograph_last_durable_timestamp_seconds",
      "barograph_host_temperature_celsius", "barograph_undervoltage_active",
      "barograph_recording_start_timestamp_seconds", "barograph_written_bytes_total",
    ] {
      #expect(samples.values(of: name).isEmpty, "\(name) has a sample")
    }
    #expect(samples.values(of: "barograph_gnss_fix_mode") == [0])
  }

  @Test func whatCanBeCountedStartsAtZero() throws {
    let samples = try Samples(text(unknownFacts()))
    #expect(samples.values(of: "barograph_recordings_total") == [0, 0, 0, 0])
    #expect(samples.values(of: "barograph_records_dropped_total") == [0, 0, 0, 0])
    #expect(samples.values(of: "barograph_check_status").count == 10)
  }

  @Test func aDaemonThatIsNotThereIsDownAndNothingElse() {
    let document = StatusDocument(
      unavailable: .notRunning,
      problem: Problem(id: "not-running", severity: .critical, message: "", fix: ""), now: noon)
    #expect(Metrics.text(of: document).hasSuffix("barograph_up 0\n"))
    let history = factsInFlight()
    var problems = ProblemHistory()
    let stale = StatusDocument(facts: history, now: noon, history: &problems)
      .asShown(at: noon.advanced(byMilliseconds: 60_000))
    #expect(Metrics.text(of: stale).hasSuffix("barograph_up 0\n"))
  }

  @Test func nothingTellsWhereTheBoxIsOrWhatItsDevicesAreCalled() {
    var facts = factsInFlight()
    facts.sources += [
      SourceStatus(
        name: "D3:4F:00:12:AB:CD", title: "vesc D3:4F:00:12:AB:CD", kind: "vesc", link: .connected,
        state: .ok, ageS: 0.1),
      SourceStatus(
        name: "usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0", kind: "flarm", link: .gone,
        state: .absent, note: "no such device /dev/ttyUSB0"),
      SourceStatus(name: "192.168.1.1:4353", kind: "flarm", link: .connecting, state: .absent),
    ]
    let text = text(facts)
    for secret in [
      "48.12", "481234567", "11.54", "D3:4F", "A50285BI", "192.168", "localhost", "ttyUSB0", "IGC",
      "club.example", "ada", "D-1234",
    ] {
      #expect(!text.contains(secret), "\(secret) is told")
    }
    for source in ["gpsd", "vesc", "flarm", "flarm-2"] {
      #expect(text.contains("barograph_source_messages_total{source=\"\(source)\"}"))
    }
  }

  @Test func everyProblemCountsInACheckOfItsKind() throws {
    var facts = factsInFlight()
    facts.storage.freeBytes = 1000
    facts.clock.offsetS = 90
    let samples = try Samples(text(facts))
    #expect(samples["barograph_check_status{check=\"disk\"}"] == 2)
    #expect(samples["barograph_check_status{check=\"clock\"}"] == 1)
    #expect(samples["barograph_check_status{check=\"source\"}"] == 0)
  }

  @Test func whateverTheFactsAreEveryLineParses() throws {
    var generator = SeededGenerator(seed: 11)
    let numbers = [0, -1, 1.5, .nan, .infinity, 1e308, -0.0, .leastNonzeroMagnitude]
    let texts = ["flarm", "a\"b", "c\\d", "e\nf", "", "\u{1B}[2J", "{}", "ü"]
    for _ in 0..<300 {
      var facts = factsInFlight()
      facts.fix.hdop = numbers.randomElement(using: &generator)
      facts.fix.ageS = numbers.randomElement(using: &generator)
      facts.clock.offsetS = numbers.randomElement(using: &generator)
      facts.host.temperatureC = numbers.randomElement(using: &generator)
      facts.storage.hoursLeft = numbers.randomElement(using: &generator)
      facts.uptimeS = numbers.randomElement(using: &generator)!
      facts.storage.freeBytes = [nil, .min, .max, 0].randomElement(using: &generator)!
      facts.version = texts.randomElement(using: &generator)!
      facts.sources[0].name = texts.randomElement(using: &generator)!
      facts.sources[0].kind = texts.randomElement(using: &generator)
      facts.sources[0].errors = [texts.randomElement(using: &generator)!: 1]
      _ = try Samples(text(facts))
    }
  }
}

/// A text of metrics, read as strictly as its format allows.
private struct Samples {
  private var values: [(series: String, value: Double)] = []

  struct Refused: Error { let line: Substring }

  init(_ text: String) throws {
    let name = /[a-zA-Z_:][a-zA-Z0-9_:]*/
    let sample =
      /([a-z_]+)((?:\{(?:[a-z_]+="(?:[^"\\\n]|\\["\\n])*",?)+\})?) (-?[0-9][0-9.e+-]*)/
    var types: [Substring: Substring] = [:]
    var seen: Set<Substring> = []
    guard text.hasSuffix("\n") else { throw Refused(line: text[...]) }
    for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("# ") {
        let words = line.split(separator: " ", maxSplits: 3)
        guard words.count == 4, words[2].wholeMatch(of: name) != nil else {
          throw Refused(line: line)
        }
        if words[1] == "TYPE", types.updateValue(words[3], forKey: words[2]) != nil {
          throw Refused(line: line)
        }
        continue
      }
      guard let found = line.wholeMatch(of: sample), let value = Double(found.3), value.isFinite,
        Self.family(of: found.1, types), seen.insert(found.1 + found.2).inserted
      else { throw Refused(line: line) }
      values.append((String(found.1 + found.2), value))
    }
  }

  private static func family(of name: Substring, _ types: [Substring: Substring]) -> Bool {
    if types[name] != nil { return true }
    return ["_bucket", "_sum", "_count"].contains {
      name.hasSuffix($0) && types[name.dropLast($0.count)] == "histogram"
    }
  }

  func values(of name: String) -> [Double] {
    values.filter { $0.series == name || $0.series.hasPrefix(name + "{") }.map(\.value)
  }

  subscript(series: String) -> Double? { values.first { $0.series == series }?.value }
}
