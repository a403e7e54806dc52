import TestSupport
import Testing
import XML

/// What holds for every page.
struct ReportCheck {
  private let html: [UInt8]
  private let scanner: XMLScanner

  init(_ html: [UInt8]) throws {
    self.html = html
    scanner = try XMLScanner(html)
    // Expat's opinion too; our wrapper refuses every document type.
    _ = try XMLDocument.read(
      Array(html.dropFirst("<!DOCTYPE html>\n".utf8.count)), limits: XMLLimits(textBytes: 1 << 20))
  }

  func all() {
    #expect(html.count < 400_000, "\(html.count)")
    standsAlone()
    hasItsParts()
    drawsNumbers()
  }

  /// Nothing is fetched and nothing is run.
  private func standsAlone() {
    let elements = scanner.elements
    #expect(!elements.contains { ["script", "link", "img", "iframe", "object"].contains($0.name) })
    let outside = ["src", "href", "xlink:href", "onclick", "onload"]
    #expect(!elements.contains { element in outside.contains { element.attributes[$0] != nil } })
    let text = String(decoding: html, as: UTF8.self)
    #expect(!text.contains("url(") && !text.contains("@import"))
  }

  private func hasItsParts() {
    let elements = scanner.elements
    let count = { (name: String) in elements.count { $0.name == name } }
    #expect(elements.first?.name == "html")
    #expect(elements.first?.attributes["lang"] == "en")
    #expect(count("h1") == 1 && count("main") == 1 && count("header") == 1)
    #expect(count("table") == count("caption"))
    let drawings = elements.count { $0.name == "svg" && $0.attributes["role"] == "img" }
    // The page's own title, and that of each drawing.
    #expect(count("title") == drawings + 1)
    let hidden = elements.count { $0.name == "svg" && $0.attributes["aria-hidden"] == "true" }
    #expect(count("svg") == drawings + hidden)
    let names = elements.compactMap { $0.attributes["id"] }
    #expect(Set(names).count == names.count)
  }

  private func drawsNumbers() {
    for data in scanner.elements.compactMap({ $0.attributes["d"] }) {
      #expect(data.allSatisfy { "MLZ -.0123456789".contains($0) })
    }
  }
}
