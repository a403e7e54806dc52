import CommandLineInterface
import Crypto
import Glibc
import IGC
import JSON
import Keyring
import Linux

/// `barograph verify`: whether an IGC file is as a recorder wrote it.
enum VerifyCommand {
  static let spec = CommandSpec(
    path: ["verify"], summary: "check that IGC files are as the recorder wrote them",
    arguments: "FILE...", argumentCount: 1...10_000, options: [.json, .keys],
    details: """
      Checks the signatures in the G records of each file. This proves that nothing
      was changed since the recorder wrote it; it is no FAI approval. Works without
      the recorder running.

      Exit codes (of several files the highest): 0 valid, signed by a key that this
      box trusts; 1 intact, but signed by a key that it does not know; 2 altered;
      3 unsigned; 4 cut: valid up to a line, the end is missing; 5 signed in a later
      format than this version knows; 66 a file cannot be read.
      """
  ) { (invocation) throws(Failure) in
    let trusted = trustedKeys(KeysCommand.folder(invocation))
    var worst: Int32 = 0
    var results: [JSONValue] = []
    for path in invocation.arguments {
      let verdict: IGCVerdict
      do throws(Failure) {
        verdict = try VerifyCommand.verdict(of: path)
      } catch {
        // The others are still checked; 66 is the highest code.
        worst = max(worst, error.exit.rawValue)
        if invocation.arguments.count == 1 { throw error }
        results.append(["file": .string(path), "result": "unreadable", "exit_code": 66])
        if !invocation.has("json") { Output.complain("barograph: \(error.message)\n") }
        continue
      }
      let finding = Finding(path: path, verdict: verdict, trusted: trusted)
      worst = max(worst, finding.code)
      if invocation.has("json") {
        results.append(finding.json)
      } else {
        try invocation.output.write(finding.text)
      }
    }
    if invocation.has("json") {
      try invocation.output.write(
        ["exit_code": JSONValue(worst), "files": .array(results)])
    }
    return worst
  }

  /// The keys that count as known. Where they cannot be read a file can still be checked, but
  /// nobody is trusted.
  private static func trustedKeys(_ folder: KeyFolder) -> [NamedPublicKey] {
    do throws(Failure) {
      return try KeysCommand.keys(in: folder).trusted.keys
    } catch {
      Output.complain("barograph: no key is trusted here: \(error.message)\n  \(error.hint)\n")
      return []
    }
  }

  /// Reads a file block by block; its size does not matter.
  private static func verdict(of path: String) throws(Failure) -> IGCVerdict {
    var verifier = IGCVerifier(digest: SHA256()) {
      Ed25519.isValid(signature: $0, of: $1, publicKey: $2)
    }
    do throws(SystemError) {
      let file = try Descriptor.open(path, O_RDONLY)
      var block = [UInt8](repeating: 0, count: 64 << 10)
      while true {
        // The typed error would be erased by withUnsafeMutableBytes.
        let result = block.withUnsafeMutableBytes { buffer in
          Result { () throws(SystemError) in try file.read(into: buffer) ?? 0 }
        }
        let count = try result.get()
        if count == 0 { break }
        verifier.feed(block.prefix(count))
      }
    } catch {
      throw Failure(
        .noInput, "cannot-read", "cannot read \(path): \(error)", hint: "see that its name is right"
      )
    }
    return verifier.finish()
  }
}

/// A verdict on one file in this box's eyes.
private struct Finding {
  let path: String
  let verdict: IGCVerdict
  let trusted: [NamedPublicKey]

  var code: Int32 {
    switch verdict {
    case .valid(let signer, _): name(of: signer) == nil ? 1 : 0
    case .altered: 2
    case .unsigned: 3
    case .cut: 4
    case .otherFormat: 5
    }
  }

  private var word: String {
    switch verdict {
    case .valid(let signer, _): name(of: signer) == nil ? "unknown-signer" : "valid"
    case .altered: "altered"
    case .unsigned: "unsigned"
    case .cut: "cut"
    case .otherFormat: "other-format"
    }
  }

  var text: String {
    switch verdict {
    case .valid(let signer, _):
      name(of: signer) == nil
        ? "\(path): intact, signed by unknown \(signer.fingerprint)\n"
          + "  if you know that recorder: barograph keys trust "
          + "\(NamedPublicKey(bytes: signer.publicKey, name: "")?.hexadecimal ?? "")\n"
        : "\(path): valid, signed by \(described(signer))\n"
    case .altered(let signer, let link, let after, let before):
      "\(path): ALTERED between lines \(after) and \(before) (link \(link))"
        + (signer.map { ", signed by \(described($0))" } ?? "") + "\n"
    case .unsigned: "\(path): unsigned\n"
    case .cut(let signer, let link, let line):
      link == 0
        ? "\(path): CUT before the first signature, nothing can be said\n"
        : "\(path): CUT: valid up to line \(line), the end is missing, "
          + "signed by \(described(signer))\n"
    case .otherFormat: "\(path): signed in a later format; update barograph to check it\n"
    }
  }

  var json: JSONValue {
    var object: JSONObject = [
      "file": .string(path), "result": .string(word), "exit_code": JSONValue(code),
      "fingerprint": nil, "signer": nil, "trusted": nil, "links": nil, "valid_to_line": nil,
      "altered_before_line": nil,
    ]
    func sign(_ signer: IGCVerdict.Signer?) {
      guard let signer else { return }
      object["fingerprint"] = .string(signer.fingerprint)
      object["signer"] = JSONValue(name(of: signer))
      object["trusted"] = .bool(name(of: signer) != nil)
    }
    switch verdict {
    case .valid(let signer, let links):
      sign(signer)
      object["links"] = JSONValue(links)
    case .altered(let signer, let link, let after, let before):
      sign(signer)
      object["links"] = JSONValue(link - 1)
      object["valid_to_line"] = JSONValue(after)
      object["altered_before_line"] = JSONValue(before)
    case .cut(let signer, let link, let line):
      sign(signer)
      object["links"] = JSONValue(link)
      object["valid_to_line"] = JSONValue(line)
    case .unsigned, .otherFormat: break
    }
    return .object(object)
  }

  /// The name under which this box trusts a signer; nil if it does not.
  private func name(of signer: IGCVerdict.Signer) -> String? {
    trusted.first { $0.bytes == signer.publicKey }.map(\.name)
  }

  private func described(_ signer: IGCVerdict.Signer) -> String {
    guard let name = name(of: signer) else { return "unknown \(signer.fingerprint)" }
    return name.isEmpty ? signer.fingerprint : "\(signer.fingerprint) (\(name))"
  }
}
