import Pages
import SeededRandom
import Testing

@Suite struct PageSiteTests {
  private func content(_ site: PageSite, _ path: String) -> String? {
    site.asset(path: path).map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  /// What a text loads, as paths.
  private func paths(in text: String) -> [String] {
    text.matches(of: /"(\/assets\/|\.\/)([^"\n]+)"/).map { "/assets/\($0.2)" }
  }

  /// Everything that a page needs, found from the page on.
  private func reachable(in site: PageSite) throws -> Set<String> {
    var found: Set<String> = []
    var rest = ["/"]
    while let path = rest.popLast() {
      guard found.insert(path).inserted else { continue }
      let text = try #require(content(site, path), "\(path) is loaded but not there")
      rest += paths(in: text)
    }
    return found
  }

  @Test func everythingThatThePagesLoadIsThere() throws {
    #expect(try reachable(in: Pages.recorder).count == 29)
    #expect(try reachable(in: Pages.receiver).count == 14)
  }

  @Test func assetsMayBeKeptAndThePageMayNot() throws {
    for site in [Pages.recorder, Pages.receiver] {
      for path in try reachable(in: site) {
        let asset = try #require(site.asset(path: path))
        #expect(asset.isImmutable == (path != "/"))
        #expect(path == "/" || path.contains("-\(site.contentHash)."))
        #expect(!asset.bytes.isEmpty)
        #expect(asset.contentType != "application/octet-stream")
      }
    }
  }

  @Test func thePageNamesItsBuild() throws {
    let page = try #require(content(Pages.recorder, "/"))
    #expect(page.contains(#"<meta name="build" content="\#(Pages.recorder.contentHash)">"#))
    #expect(content(Pages.recorder, "/index.html") == page)
    #expect(Pages.recorder.contentHash.count == 16)
    #expect(Pages.recorder.contentHash != Pages.receiver.contentHash)
  }

  @Test func otherPathsHaveNothing() {
    for path in ["", "//", "/assets/", "/assets/page.js", "/page.html", "/assets/../page.html"] {
      #expect(Pages.asset(path: path) == nil)
    }
  }

  @Test func nothingIsLoadedFromElsewhere() throws {
    for site in [Pages.recorder, Pages.receiver] {
      for path in try reachable(in: site) where !path.hasSuffix(".png") {
        let text = try #require(content(site, path))
        let addresses = text.matches(of: /(?:https?:)?\/\/[a-z0-9.-]+\.[a-z]+/).map(\.output)
        #expect(addresses.allSatisfy { $0 == "http://www.w3.org" }, "\(path): \(addresses)")
      }
    }
  }
}
