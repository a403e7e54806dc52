import FlightModel
import Services
import Testing

@Suite struct LinkedPageTests {
  private func links(_ page: String) -> [[String]] {
    LinkedPage.links(of: Array(page.utf8)).map { [$0.target, $0.line] }
  }

  @Test func linksAreInTheirLines() {
    #expect(
      links(
        """
        <!-- a --><p>Before<ul><LI><A\tclass="x"  HREF = "a?b=1&amp;c=2" >One</A>,
        two</LI><li><a href='b'>Three<a href=c>&quot;Four&quot;</ul><a href="d">
        """) == [
          ["a?b=1&c=2", "One , two"], ["b", "Three \"Four\""], ["c", "Three \"Four\""], ["d", ""],
        ])
  }

  @Test(arguments: [
    "", "<", "<a", "<a href", "<a href=", "<a name=x>", "</a href=x>", "a href=x>",
    "<a data-href=x>", "<a xhref=x>", "<a hrefs=x>",
  ])
  func whatHasNoLinks(page: String) {
    #expect(links(page).allSatisfy { $0[0].isEmpty })
  }

  @Test func aPageIsBounded() {
    let many = String(repeating: "<a href=x>", count: 6000)
    #expect(links(many).count == LinkedPage.most)
    let long = links("<li>" + String(repeating: "word ", count: 10_000) + "<a href=x>")
    #expect(long[0][1].count == 200)
  }

  @Test(arguments: [
    ("a.igc", "2026/a.igc"), ("./igc/a.igc", "2026/igc/a.igc"), ("../2025/a.igc", "2025/a.igc"),
    ("/line/x/a.igc", "x/a.igc"), ("https://club.example/line/a.igc", "a.igc"),
    ("a.igc#top", "2026/a.igc"), ("get.php?f=../a.igc", "2026/get.php?f=../a.igc"),
    ("a b%20é.igc", "2026/a%20b%20%C3%A9.igc"),
  ])
  func linksBelowTheAddress(target: String, path: String) throws {
    let address = try #require(ServiceAddress("https://club.example/line"))
    #expect(PagePath.below(address, folder: "2026", target) == path)
  }

  @Test(arguments: [
    "../../a.igc", "/a.igc", "/liner/a.igc", "//club.example/line/a.igc", "..",
    "https://club.example.net/line/a.igc", "http://club.example/line/a.igc", "javascript:a.igc",
    "/line/../a.igc", "https://club.example/line/../../a.igc",
  ])
  func linksThatLeadOut(target: String) throws {
    let address = try #require(ServiceAddress("https://club.example/line"))
    #expect(PagePath.below(address, folder: "2026", target) == nil)
  }

  @Test(arguments: [
    ("a%20b", "a b"), ("%C3%A9", "é"), ("%", "%"), ("%2", "%2"), ("%+1", "%+1"), ("%zz", "%zz"),
    ("%2F", "/"),
  ])
  func escapesAreRead(text: String, decoded: String) {
    #expect(PagePath.decoded(text) == decoded)
  }
}
