import Crypto
import FuzzDriver
import IGC

/// The chain of G records. Half of the inputs meet a check that believes every signature, so that
/// the states behind a good link are reached.
@main
enum IGCVerifierFuzzer {
  static func main() {
    Fuzzer.run { bytes in
      guard let first = bytes.first else { return }
      let isCredulous = first & 1 == 0
      let file = UnsafeBufferPointer(rebasing: bytes.dropFirst())
      let whole = verdict(of: [Array(file)], isCredulous)
      Fuzzer.expect(
        whole == verdict(of: file.drips, isCredulous), "pieces give another verdict")
    }
  }

  private static func verdict(of pieces: [[UInt8]], _ isCredulous: Bool) -> IGCVerdict {
    var verifier = IGCVerifier(digest: SHA256()) { signature, message, key in
      isCredulous || Ed25519.isValid(signature: signature, of: message, publicKey: key)
    }
    for piece in pieces { verifier.feed(piece) }
    return verifier.finish()
  }
}
