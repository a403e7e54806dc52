import CommandLineInterface
import Glibc
import Linux
import Systemd

/// A file with a secret: one of systemd's credentials, or one that only its owner may read.
enum SecretFile {
  private static let limit = 1 << 16

  /// The text without blanks at its ends. A file that others may read, or that neither root nor this
  /// user owns, is EPERM: its secret is none.
  static func text(_ path: String) throws(SystemError) -> String {
    let file = try Descriptor.open(path, O_RDONLY | O_NONBLOCK)
    var status = stat()
    let number = file.rawValue
    try systemCall("fstat", path) { fstat(number, &status) }
    // systemd guards its own with an access list, which looks like a group that may read.
    let isCredential =
      ServiceDirectory.credentials.path.map { path.hasPrefix($0 + "/") } ?? false
    let isOurs = status.st_uid == geteuid() || status.st_uid == 0
    guard status.st_mode & S_IFMT == S_IFREG,
      isCredential || (isOurs && status.st_mode & 0o077 == 0)
    else { throw SystemError(operation: "trust", subject: path, code: EPERM) }
    var bytes: [UInt8] = []
    while true {
      let block = try file.readBlock()
      if block.isEmpty { break }
      bytes += block
      guard bytes.count <= limit else {
        throw SystemError(operation: "read", subject: path, code: EFBIG)
      }
    }
    return trimmed(String(decoding: bytes, as: UTF8.self))
  }

  /// What to say of a secret that cannot be had.
  static func failure(_ error: SystemError, _ keys: String) -> Failure {
    let hint =
      error.operation == "trust"
      ? "make it a file of the service's own user with mode 0600, or a credential of systemd's"
      : "see \(keys) in receiver.conf"
    return Failure(.noInput, "no-secret", "a file cannot be used: \(error)", hint: hint)
  }

  private static func trimmed(_ text: String) -> String {
    var text = text[...]
    while let last = text.last, last.isWhitespace { text.removeLast() }
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    return String(text)
  }
}
