import Crypto
import FuzzDriver
import IGC

/// The form whose digest is a flight's id: what is normalised already stays as it is.
@main
enum NormalisedIGCFuzzer {
  static func main() {
    Fuzzer.run { bytes in
      let whole = normalised([Array(bytes)])
      Fuzzer.expect(normalised(bytes.drips) == whole, "pieces give another form than the whole")
      // Bytes of a second mark behind the first are text, and would be dropped the next time.
      if !whole.starts(with: [0xEF, 0xBB, 0xBF]) {
        Fuzzer.expect(normalised([whole]) == whole, "the form has another form")
      }
      Fuzzer.expect(
        NormalisedIGC.digest(of: bytes, using: SHA256()) == SHA256.digest(of: whole),
        "the digest is not the form's")
    }
  }

  private static func normalised(_ pieces: [[UInt8]]) -> [UInt8] {
    var normaliser = NormalisedIGC()
    var output: [UInt8] = []
    for piece in pieces { output += normaliser.feed(piece) }
    return output + normaliser.finish()
  }
}
