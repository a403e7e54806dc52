import FuzzDriver
import XML

/// Any document.
@main
enum XMLReaderFuzzer {
  static func main() {
    let limits = XMLLimits(bytes: 4096, depth: 8, elements: 100, attributes: 8, textBytes: 256)
    Fuzzer.run { bytes in
      let whole = try? XMLDocument.read(Array(bytes), limits: limits)
      let pieces = read(bytes.drips, limits)
      Fuzzer.expect(pieces == whole, "pieces give another document than the whole")
      if let whole { Fuzzer.expect(depth(whole) <= limits.depth, "deeper than allowed") }
    }
  }

  private static func read(_ pieces: [[UInt8]], _ limits: XMLLimits) -> XMLElement? {
    guard let reader = try? XMLReader(limits: limits) else { return nil }
    for piece in pieces { guard (try? reader.feed(piece)) != nil else { return nil } }
    return try? reader.finish()
  }

  private static func depth(_ element: XMLElement) -> Int {
    1 + (element.children.map(depth).max() ?? 0)
  }
}
