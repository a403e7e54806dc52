import CommandLineInterface
import ControlAPI
import Glibc
import Linux

/// Where an export goes: standard output, a named file, or a directory that gets a file of the
/// export's own name.
struct ExportFile {
  let target: String
  /// The logbook's name for it, used in a directory.
  let name: String
  let mayReplace: Bool

  /// Streams an endpoint into it. A file appears only when it is whole and on the disk; its path is
  /// returned, nil for standard output.
  func fill(
    from daemon: DaemonConnection, _ endpoint: Endpoint, _ output: Output
  ) throws(Failure) -> String? {
    try fill(output) { (sink) throws(Failure) in
      try daemon.stream(endpoint) { (bytes) throws(Failure) in try sink(Array(bytes)) }
    }
  }

  /// Takes the next bytes of an export.
  typealias Sink = ([UInt8]) throws(Failure) -> Void

  /// Writes what `body` gives into it, likewise.
  func fill(
    _ output: Output, _ body: (Sink) throws(Failure) -> Void
  ) throws(Failure) -> String? {
    if target == "-" {
      try body { (bytes) throws(Failure) in try output.write(bytes: bytes) }
      return nil
    }
    let path = try self.path
    guard mayReplace || !Files.exists(path) else {
      throw Failure(
        .cannotCreate, "file-exists", "\(path) exists already",
        hint: "choose another name, or use --force to replace it")
    }
    try write(path, body)
    return path
  }

  private func write(
    _ path: String, _ body: (Sink) throws(Failure) -> Void
  ) throws(Failure) {
    var draft: FileDraft
    do { draft = try FileDraft(for: path, mode: 0o644) } catch { throw Self.failure(path, error) }
    try body { (bytes) throws(Failure) in
      do throws(SystemError) {
        try draft.append(bytes)
      } catch {
        throw Self.failure(path, error)
      }
    }
    do { try draft.commit() } catch { throw Self.failure(path, error) }
  }

  /// The file itself. A name from the daemon must be a bare name.
  private var path: String {
    get throws(Failure) {
      var status = stat()
      let isDirectory = stat(target, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      guard isDirectory || target.hasSuffix("/") else { return target }
      guard !name.isEmpty, !name.hasPrefix("."), !name.utf8.contains(UInt8(ascii: "/")) else {
        throw Failure(
          .badData, "bad-answer", "the recorder gives the file no usable name",
          hint: "name the file yourself")
      }
      if target == "." { return name }
      return target.hasSuffix("/") ? target + name : "\(target)/\(name)"
    }
  }

  private static func failure(_ path: String, _ error: SystemError) -> Failure {
    Failure(
      .cannotCreate, "cannot-write", "cannot write \(path): \(error)",
      hint: "see that the place exists, has space and may be written")
  }
}
