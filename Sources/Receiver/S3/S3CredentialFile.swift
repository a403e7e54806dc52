package import HTTPClient
import Linux

/// A file of credentials in the form that AWS's own tools read: `aws_access_key_id = …`,
/// `aws_secret_access_key = …` and, for credentials that end, `aws_session_token = …`, under
/// `[default]` or no section. systemd can pass it (`LoadCredential=`).
package struct S3CredentialFile: Sendable {
  package let path: String
  private static let limit = 16_384

  package init(path: String) { self.path = path }

  /// Reads the file. Its content is in no error.
  package func read() throws(StorageFailure) -> S3Credentials {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try Files.read(path, limit: Self.limit)
    } catch {
      throw .broken("read S3 credentials: \(error)")
    }
    let values = Self.values(in: String(decoding: bytes, as: UTF8.self))
    guard let access = values["aws_access_key_id"], let secret = values["aws_secret_access_key"],
      ([access, secret] + [values["aws_session_token"]].compactMap { $0 }).allSatisfy(Self.isKey)
    else {
      throw .broken(
        "read S3 credentials \(path): it must hold aws_access_key_id = … and"
          + " aws_secret_access_key = …")
    }
    return S3Credentials(
      accessKey: access, secretKey: secret, sessionToken: values["aws_session_token"])
  }

  private static func values(in text: String) -> [String: String] {
    var values: [String: String] = [:]
    var isOurs = true
    for line in text.split(whereSeparator: \.isNewline) {
      let line = line.trimmed
      if line.hasPrefix("[") { isOurs = line == "[default]" }
      guard isOurs, !line.hasPrefix("#"), let equals = line.firstIndex(of: "=") else { continue }
      values[String(line[..<equals].trimmed)] = String(line[line.index(after: equals)...].trimmed)
    }
    return values
  }

  /// What may stand in a header: visible ASCII.
  private static func isKey(_ text: String) -> Bool {
    (1...8192).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}

extension Substring {
  /// Without blanks at its ends.
  fileprivate var trimmed: Substring {
    var text = drop { $0 == " " || $0 == "\t" }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }
}
