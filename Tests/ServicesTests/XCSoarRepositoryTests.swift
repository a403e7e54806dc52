import FlightModel
import HTTPClient
import ServicePlan
import Services
import Testing

/// The text of XCSoar's catalogue, and where it says that files lie.
@Suite struct XCSoarRepositoryTests {
  private func repository(_ text: String) -> XCSoarRepository {
    XCSoarRepository(Array(text.utf8))
  }

  @Test func recordsNeedNoLinesBetweenThem() {
    let read = repository(
      """
      \u{FEFF}# comment
      name=a.cup\r
      uri=https://one.example/a.cup\r
      type=waypoint\r
      area=de\r
      update=2026-01-31\r
      sha256=\(String(repeating: "0a", count: 32))
      name=b.txt
      type=airspace
      uri=b.txt
      area=
      colour=blue=green
      """)
    #expect(read.files.map(\.name) == ["a.cup", "b.txt"])
    #expect(read.files.map(\.kind) == [.waypoints, .airspace])
    #expect(read.files.map(\.area) == ["de", nil])
    #expect(read.files.map(\.day) == [CivilDate(year: 2026, month: 1, day: 31), nil])
    #expect(read.files.map(\.sha256) == [Array(repeating: 10, count: 32), nil])
    #expect(read.recordCount == 2 && read.badCount == 0)
  }

  @Test(arguments: [
    ("uri=a\nname=a\nuri=a\ntype=waypoint", 1, 1),
    ("name=a\nuri=a", 0, 1), ("name=a\ntype=waypoint", 0, 1), ("name=a\nuri=\ntype=airspace", 0, 1),
    ("name=a/b\nuri=a\ntype=waypoint", 0, 1), ("name=..\nuri=a\ntype=waypoint", 0, 1),
    ("name=\nuri=a\ntype=waypoint", 0, 1), ("name=a\nuri=a\ntype=map", 0, 0),
    ("name=a\nnonsense\nuri=a\ntype=waypoint", 1, 1),
    ("name=a\nuri=a\ntype=waypoint\nname=a\nuri=b\ntype=waypoint", 1, 1),
    ("name=a\nuri=a\ntype=waypoint\nname=a\nuri=b\ntype=airspace", 2, 0),
    ("name=a\nuri=a\ntype=waypoint\narea=\(String(repeating: "x", count: 5000))", 1, 1),
    ("", 0, 0),
  ])
  func badLinesAndRecordsAreCounted(text: String, files: Int, bad: Int) {
    let read = repository(text)
    #expect(read.files.count == files && read.badCount == bad)
  }

  @Test func tooManyRecordsAreNotLookedAt() {
    let read = repository((0..<10_500).map { "name=\($0)\nuri=a\ntype=waypoint\n" }.joined())
    #expect(read.files.count == 10_000 && read.recordCount == 10_000)
  }

  @Test(arguments: ["", "<html><body>Log in to the network</body></html>", "type=waypoint"])
  func whatHasNoRecordIsNoCatalogue(body: String) {
    let reply = UplinkReply.answer(UplinkResponse(status: 200, body: Array(body.utf8)))
    #expect(throws: CatalogueFault.service(.tryAgain("no catalogue of files"))) {
      try XCSoar.repository(in: reply)
    }
  }

  private func url(_ uri: String, at address: String = "https://download.example/x") -> String? {
    ServiceAddress(address)!.file(uri).map { ($0.isLoopback ? "here " : "") + $0.url }
  }

  @Test(arguments: [
    ("https://one.example/a.cup", "https://one.example/a.cup"),
    ("http://one.example/a.cup", "https://one.example/a.cup"),
    ("HTTP://one.example:80/a b.cup#top", "https://one.example/a%20b.cup"),
    ("http://one.example:8080/ä?b=c", "https://one.example:8080/%C3%A4?b=c"),
    ("//one.example/a.cup", "https://one.example/a.cup"),
    ("/a.cup", "https://download.example/a.cup"), ("b/a.cup", "https://download.example/x/b/a.cup"),
    ("a%20b.cup", "https://download.example/x/a%20b.cup"),
  ])
  func filesAreAskedForOverTLS(uri: String, expected: String) {
    #expect(url(uri) == expected)
  }

  @Test(arguments: [
    "", "#a", "ftp://one.example/a", "file:///etc/passwd", "data:text/plain,a",
    "http://127.0.0.1/a", "https://localhost/a", "http://[::1]:631/a",
  ])
  func whatCannotBeAskedForIsNot(uri: String) {
    #expect(url(uri) == nil)
  }

  @Test func thisMachineMaySendToItself() {
    #expect(
      url("http://127.0.0.1:81/a", at: "http://127.0.0.1:80") == "here http://127.0.0.1:81/a")
    #expect(url("http://one.example/a", at: "http://127.0.0.1:80") == "https://one.example/a")
    #expect(url("/a", at: "http://127.0.0.1:80/x") == "here http://127.0.0.1:80/a")
  }

  @Test func nothingOfACallersGoesWithAFile() {
    let request = ServiceAddress("https://download.example")!.file("https://one.example/a")
    #expect(request?.authorization == nil && request?.bearer == nil)
    #expect(request?.headers == [UplinkRequest.Header("User-Agent", "Barograph")])
  }
}
