import CommandLineInterface
import FLARM
import Glibc
import Linux

/// The files of a download: each is `NAME.part` until it is whole and on the disk.
struct DownloadFolder {
  let path: String
  let mayReplace: Bool
  private var open: OpenFile?
  /// The names of what is whole, in order.
  private(set) var complete: [String] = []
  /// What could not be had, and why.
  private(set) var abandoned: [(name: String, reason: String)] = []
  private(set) var skipped: [String] = []

  /// Whether no file came, whole or not.
  var isUntouched: Bool { complete.isEmpty && abandoned.isEmpty && skipped.isEmpty }

  private struct OpenFile {
    let name: String
    let descriptor: FileHandleBox
  }

  /// A descriptor with a reference, since files are kept in a value.
  private final class FileHandleBox {
    let descriptor: Descriptor
    init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
  }

  init(_ path: String, mayReplace: Bool) {
    self.path = path.isEmpty ? "." : path
    self.mayReplace = mayReplace
  }

  /// The names of files here already.
  func names() throws(Failure) -> Set<String> {
    do throws(SystemError) {
      return Set(try Files.names(in: path))
    } catch {
      throw Self.failure(path, error)
    }
  }

  /// How many lines are had of files that were begun; a line without its end is cut off.
  func begun() throws(Failure) -> [String: Int] {
    var lines: [String: Int] = [:]
    for part in try names() where part.hasSuffix(".part") {
      let name = String(part.dropLast(5))
      guard let bytes = try? Files.read(file(part), limit: 32 << 20),
        let count = lineCount(bytes, part)
      else { continue }
      lines[name] = count
    }
    return lines
  }

  private func lineCount(_ bytes: [UInt8], _ part: String) -> Int? {
    let end = bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    guard truncate(file(part), off_t(end)) == 0, end > 0 else { return nil }
    return bytes[..<end].count { $0 == 0x0A }
  }

  mutating func take(_ flight: LoggerFlight, _ part: FilePart) throws(Failure) {
    let name = flight.fileName
    do throws(SystemError) {
      switch part {
      case .begin: try begin(name, O_TRUNC)
      case .resumed: try begin(name, O_APPEND)
      case .data(let bytes): try open?.descriptor.descriptor.write(all: bytes)
      case .complete: try finish(name)
      case .abandoned(let reason):
        open = nil
        abandoned.append((name, reason))
      }
    } catch {
      throw Self.failure(file(name), error)
    }
  }

  private mutating func begin(_ name: String, _ flag: Int32) throws(SystemError) {
    open = nil
    guard mayReplace || !Files.exists(file(name)) else {
      if !skipped.contains(name) { skipped.append(name) }
      return
    }
    let descriptor = try Descriptor.open(
      file(name) + ".part", O_WRONLY | O_CREAT | O_NOFOLLOW | flag, mode: 0o644)
    open = OpenFile(name: name, descriptor: FileHandleBox(descriptor))
  }

  private mutating func finish(_ name: String) throws(SystemError) {
    guard let file = open, file.name == name else { return }
    try file.descriptor.descriptor.synchronise()
    open = nil
    try Files.rename(self.file(name) + ".part", to: self.file(name))
    try Files.synchronise(folder: path)
    complete.append(name)
  }

  private func file(_ name: String) -> String { "\(path)/\(name)" }

  private static func failure(_ path: String, _ error: SystemError) -> Failure {
    Failure(
      .cannotCreate, "cannot-write", "cannot write \(path): \(error)",
      hint: "see that the place exists, has space and may be written")
  }
}
