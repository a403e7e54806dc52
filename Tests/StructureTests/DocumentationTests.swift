import Linux
import Log
import TestSupport
import Testing

/// The pages of `docs` among each other, and against what the programs say.
@Suite struct DocumentationTests {
  private static let folder = PackageFolder.root + "/docs"

  private func text(_ path: String) throws -> String {
    String(decoding: try Files.read(path, limit: 1 << 20), as: UTF8.self)
  }

  private func pages() throws -> [String] {
    try Files.names(in: Self.folder).filter { $0.hasSuffix(".md") }
  }

  /// The targets of a page's links, without those to other sites and those in code.
  private func links(_ text: String) -> [String] {
    var isCode = false
    return text.split(separator: "\n").flatMap { line -> [String] in
      if line.hasPrefix("```") { isCode.toggle() }
      guard !isCode else { return [] }
      return line.split(separator: "](", omittingEmptySubsequences: false).dropFirst().map {
        String($0.prefix { $0 != ")" })
      }
    }.filter { !$0.contains("://") }
  }

  /// A heading as GitHub and others make an anchor of it.
  private func anchors(_ text: String) -> Set<String> {
    var isCode = false
    return Set(
      text.split(separator: "\n").compactMap { line in
        if line.hasPrefix("```") { isCode.toggle() }
        guard !isCode, line.hasPrefix("#") else { return nil }
        let title = line.drop { $0 == "#" }.dropFirst().lowercased()
        return title.filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
          .map { $0 == " " ? "-" : String($0) }.joined()
      })
  }

  @Test func everyLinkLeadsSomewhere() throws {
    let places = try pages().map { ("\(Self.folder)/\($0)", Self.folder) }
    for (path, folder) in places + [("\(PackageFolder.root)/README.md", PackageFolder.root)] {
      for link in links(try text(path)) {
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let target = parts[0].isEmpty ? path : "\(folder)/\(parts[0])"
        #expect(Files.exists(target), "\(path): \(link)")
        guard parts.count == 2, target.hasSuffix(".md"), Files.exists(target) else { continue }
        #expect(anchors(try text(target)).contains(String(parts[1])), "\(path): \(link)")
      }
    }
  }

  @Test func theIndexNamesEveryPage() throws {
    let named = Set(links(try text("\(Self.folder)/README.md")))
    for page in try pages() where page != "README.md" {
      #expect(named.contains(page), "docs/README.md does not name \(page)")
    }
  }

  @Test func theJournalsFieldsAreThoseOfTheProgram() throws {
    let told = try text("\(Self.folder)/journal.md").split(separator: "\n").filter {
      $0.hasPrefix("| `BAROGRAPH_") && !$0.hasPrefix("| `BAROGRAPH_SUBSYSTEM`")
    }.map { String($0.dropFirst(3).prefix { $0 != "`" }) }
    #expect(told == LogField.allCases.map(\.journalName).sorted())
  }

  @Test(arguments: [
    ("# One, `two` & three", "one-two--three"), ("## A power cut", "a-power-cut"),
    ("## `[gpsd]`, may be repeated", "gpsd-may-be-repeated"),
  ])
  func headingsHaveAnchors(heading: String, anchor: String) {
    #expect(anchors(heading) == [anchor])
  }
}
