import CommandLineInterface
import ControlAPI
import Glibc
import JSON
import Keyring
import Linux

/// `barograph keys`: whose signatures this box believes.
enum KeysCommand {
  static let list = CommandSpec(
    path: ["keys", "list"], summary: "list the keys that this box trusts, its own first",
    options: [.json, .keys],
    details: """
      Prints fingerprint and name of each key. "verify" calls a file valid when one of
      these signed it. Works without the recorder running.
      """
  ) { (invocation) throws(Failure) in
    let folder = folder(invocation)
    let (own, trusted) = try keys(in: folder)
    if invocation.has("json") {
      let items = trusted.keys.map { key -> JSONValue in
        [
          "fingerprint": .string(key.fingerprint), "name": .string(key.name),
          "own": .bool(key == own), "key": .string(key.line),
        ]
      }
      try invocation.output.write(
        ["keys": .array(items), "unusable": .array(trusted.broken.map(JSONValue.string))])
      return 0
    }
    if trusted.keys.isEmpty {
      try invocation.output.write("No keys in \(folder.path) yet; barographd makes its own.\n")
    }
    for key in trusted.keys {
      let mark = key == own ? "this box" : "trusted"
      try invocation.output.write(
        "\(key.fingerprint)  \(mark)  \(key.name)".trimmedEnd + "\n")
    }
    for problem in trusted.broken { Output.complain("barograph: left out: \(problem)\n") }
    return 0
  }

  static let trust = CommandSpec(
    path: ["keys", "trust"], summary: "trust another recorder's key from now on",
    arguments: "FILE-or-KEY", argumentCount: 1...1,
    options: [OptionSpec("name", "TEXT", "what to call it"), .json, .keys],
    details: """
      Takes a file that "barograph keys export" wrote on the other box, or the key
      itself: 64 hexadecimal digits. Compare the fingerprint with the one that the
      other box shows before you rely on it. Works without the recorder running.

      Exit codes: 0 trusted, 66 there is no such file, 65 it holds no key, 73 or 77
      the key directory cannot be written (use sudo).
      """
  ) { (invocation) throws(Failure) in
    let argument = invocation.arguments[0]
    let found = try key(from: argument)
    guard let named = NamedPublicKey(bytes: found.bytes, name: invocation["name"] ?? found.name)
    else { throw noKey(argument) }
    let path: String
    do throws(KeyringError) {
      path = try folder(invocation).trust(named)
    } catch {
      throw failure(error, reading: false)
    }
    if invocation.has("json") {
      try invocation.output.write(
        ["fingerprint": .string(named.fingerprint), "path": .string(path)])
    } else {
      try invocation.output.write("Trusted \(named.fingerprint)  \(named.name)".trimmedEnd + "\n")
    }
    return 0
  }

  static let export = CommandSpec(
    path: ["keys", "export"], summary: "print this recorder's public key",
    options: [.json, .keys],
    details: """
      Prints the public key as one line for a file that other boxes take with
      "barograph keys trust". It is no secret; the private key never leaves the box.
      Works without the recorder running.

      Exit codes: 0 printed, 66 barographd has not made a key yet.
      """
  ) { (invocation) throws(Failure) in
    let folder = folder(invocation)
    let own: NamedPublicKey?
    do throws(KeyringError) { own = try folder.devicePublicKey() } catch {
      throw failure(error, reading: true)
    }
    guard let own else {
      throw Failure(
        .noInput, "no-key", "this box has no key yet (\(folder.publicKeyPath))",
        hint: "start barographd once; it makes the key")
    }
    if invocation.has("json") {
      try invocation.output.write(
        ["fingerprint": .string(own.fingerprint), "key": .string(own.line)])
    } else {
      try invocation.output.write(own.line + "\n")
    }
    return 0
  }

  /// The folder of `--keys`, else of the environment, else the usual place.
  static func folder(_ invocation: Invocation) -> KeyFolder {
    KeyFolder(
      path: invocation["keys"] ?? getenv("BAROGRAPH_KEYS").map { String(cString: $0) }
        ?? "/var/lib/barograph/keys")
  }

  /// The own key and all that are trusted.
  static func keys(
    in folder: KeyFolder
  ) throws(Failure) -> (own: NamedPublicKey?, trusted: (keys: [NamedPublicKey], broken: [String])) {
    do throws(KeyringError) {
      return (try folder.devicePublicKey(), try folder.trustedKeys())
    } catch {
      throw failure(error, reading: true)
    }
  }

  private static func key(from argument: String) throws(Failure) -> NamedPublicKey {
    if Files.exists(argument) {
      do throws(KeyringError) { return try KeyFolder.publicKey(atPath: argument) } catch {
        throw failure(error, reading: true)
      }
    }
    if let key = NamedPublicKey(text: argument) { return key }
    if argument.contains("/") || argument.hasSuffix(".pub") {
      throw Failure(
        .noInput, "no-file", "there is no file \(argument)", hint: "see that its name is right")
    }
    throw noKey(argument)
  }

  private static func noKey(_ argument: String) -> Failure {
    Failure(
      .badData, "no-key", "\(argument) is no key",
      hint: "a key is a line from \"barograph keys export\", or 64 hexadecimal digits")
  }

  private static func failure(_ error: KeyringError, reading: Bool) -> Failure {
    guard case .system(let cause) = error else {
      return Failure(.badData, "bad-key", "\(error)", hint: "see the files in the key directory")
    }
    if cause.code == EACCES || cause.code == EPERM {
      return Failure(.noPermission, "permission-denied", "\(error)", hint: "use sudo")
    }
    return Failure(
      reading ? .noInput : .cannotCreate, reading ? "cannot-read" : "cannot-write", "\(error)",
      hint: "see --keys")
  }
}

extension String {
  /// Without blanks at the end.
  var trimmedEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
