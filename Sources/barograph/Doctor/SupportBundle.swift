import Archives
import CommandLineInterface
import ControlAPI
import Diagnosis
import FlightModel
import Glibc
import JSON
import Linux

/// What a report of a fault needs, in one file that a person can look through and send.
struct SupportBundle {
  /// One file of it.
  private struct Part {
    var name: String
    /// For the manifest.
    var about: String
    var text: String
  }

  private let parts: [Part]
  private let now: UTCInstant

  /// A part is cut at its beginning to so many bytes.
  private static let longest = 512 << 10

  init(_ examination: Examination, _ diagnosis: Diagnosis, now: UTCInstant) {
    self.now = now
    let redaction = Redaction(secrets: PrivateWords.all(examination))
    let json = RedactedJSON(redaction: redaction)
    let contents = BundleContents(examination)
    let documents: [(String, String, JSONValue)] = [
      ("doctor.json", "what barograph doctor found", DoctorDocument.json(diagnosis, now: now)),
      ("status.json", "what the recorder told of itself", contents.status),
      ("instruments.json", "instruments and ports as the recorder sees them", contents.instruments),
    ]
    let texts: [(String, String, String)] = [
      (
        "configuration.txt", "sections and keys; texts of yours are removed", contents.configuration
      ),
      ("system.txt", "versions, board, memory, file systems", contents.system),
      ("ports.txt", "serial ports, their drivers and rights", contents.ports),
      ("journal.txt", "what the services wrote in the last three days", contents.journal),
    ]
    parts =
      documents.map { Part(name: $0, about: $1, text: json.redacted($2).text(.indented) + "\n") }
      + texts.map { Part(name: $0, about: $1, text: Self.cut(redaction.redacted($2))) }
  }

  /// The end of a text that is too long, from a line's beginning.
  private static func cut(_ text: String) -> String {
    guard text.utf8.count > longest else { return text }
    let tail = Array(text.utf8.suffix(longest).drop { $0 != 0x0A })
    return "(cut)" + String(decoding: tail, as: UTF8.self)
  }

  /// What stands first in the archive.
  private var manifest: String {
    let lines = parts.map { part in
      let name = part.name + String(repeating: " ", count: max(1, 20 - part.name.count))
      return "\(name)\(part.about) (\(part.text.utf8.count) bytes)\n"
    }
    return """
      Barograph \(ProductVersion.text), support bundle of \(now.rfc3339)

      \(lines.joined())
      Taken out, and marked with [name], [position], [secret], [id], [number],
      [address] or [removed]: positions, names of people, of this box and of
      servers, logins, passwords, tokens, long ids, numbers of devices, addresses.
      Please look through it before you send it.

      """
  }

  // MARK: The file

  /// Refuses a name that is taken, before anything is gathered.
  static func check(_ path: String) throws(Failure) {
    guard !Files.exists(path) else {
      throw Failure(
        .cannotCreate, "file-exists", "\(path) exists already", hint: "choose another name")
    }
  }

  /// Writes the archive, which only this user may read; what to tell of it.
  func write(to path: String) throws(Failure) -> String {
    let bytes = try packed()
    do throws(SystemError) {
      let file = try Descriptor.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
      do throws(SystemError) {
        try file.write(all: bytes)
        try file.synchronise()
      } catch {
        try? Files.remove(path)
        throw error
      }
      Self.giveToCaller(file.rawValue)
    } catch {
      throw Failure(
        .cannotCreate, "cannot-write", "cannot write \(path): \(error)",
        hint: "see that the place exists, has space and may be written")
    }
    return "Wrote \(path), \(Decimal.size(bytes: Int64(bytes.count))). Look through it before you "
      + "send it:\n  tar xzf \(path) --to-stdout | less\n\n"
  }

  private func packed() throws(Failure) -> [UInt8] {
    let seconds = now.milliseconds(since: UTCInstant(milliseconds: 0)) / 1000
    let all = [Part(name: "MANIFEST.txt", about: "", text: manifest)] + parts
    do {
      var bytes: [UInt8] = []
      let writer = try ArchiveWriter(.tarGzip) { bytes += $0 }
      for part in all {
        try writer.add(
          "barograph-bundle/\(part.name)", modifiedAt: seconds, Array(part.text.utf8))
      }
      try writer.finish()
      return bytes
    } catch {
      throw Failure(
        .internalError, "cannot-pack", "cannot pack the bundle: \(error)", hint: "try again")
    }
  }

  /// Whoever used sudo has to send it.
  private static func giveToCaller(_ file: Int32) {
    guard geteuid() == 0, let text = getenv("SUDO_UID"), let user = uid_t(String(cString: text))
    else { return }
    _ = fchown(file, user, gid_t.max)
  }
}
