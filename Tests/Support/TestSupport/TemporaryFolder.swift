import Glibc
import Linux

/// A folder of its own for one test, removed with everything in it when the last owner lets go.
package final class TemporaryFolder: Sendable {
  /// Its absolute path.
  package let path: String

  package init() {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/barograph-test-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { fatalError("mkdtemp in \(base): errno \(errno)") }
    path = String(cString: made)
  }

  deinit { Self.removeAll(at: path) }

  /// The path of a name in the folder.
  package func file(_ name: String) -> String { "\(path)/\(name)" }

  private static func removeAll(at path: String) {
    if remove(path) == 0 { return }
    for name in (try? Files.names(in: path)) ?? [] { removeAll(at: "\(path)/\(name)") }
    remove(path)
  }
}
