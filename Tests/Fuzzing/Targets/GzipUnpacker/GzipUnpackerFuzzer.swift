import Compression
import FuzzDriver

/// Bytes that call themselves gzip: in pieces as whole, never beyond the limit.
@main
enum GzipUnpackerFuzzer {
  static let limit = 100_000

  static func main() {
    Fuzzer.run { bytes in
      let whole = result { () throws(GzipError) in
        try Gzip.decompress(Array(bytes), limit: limit)
      }
      let pieces = result { () throws(GzipError) in
        var content: [UInt8] = []
        var unpacker = try GzipUnpacker(limit: limit)
        for piece in bytes.drips { try unpacker.feed(Array(piece)) { content += $0 } }
        try unpacker.finish()
        return content
      }
      Fuzzer.expect(whole == pieces, "pieces give another result than the whole")
      guard case .success(let content) = whole else { return }
      Fuzzer.expect(content.count <= limit, "content beyond the limit")
      let again = try? Gzip.decompress(Gzip.compress(content), limit: limit)
      Fuzzer.expect(again == content, "what was packed unpacks to something else")
    }
  }

  static func result(
    _ body: () throws(GzipError) -> [UInt8]
  ) -> Result<[UInt8], GzipError> {
    do { return .success(try body()) } catch { return .failure(error) }
  }
}
