import Bytes
import ControlAPI
import Crypto
import Glibc
import Linux
import Synchronization

/// Takes a ride log in, piece by piece, into a file of its own name; then gives it to the importer.
/// Runs on the HTTP server's own threads.
final class ImportDesk: Sendable {
  /// The longest file, bytes.
  static let longestFile: Int64 = 512 << 20
  /// What stays free on the disk for the recorder, bytes.
  static let reserve: Int64 = 256 << 20

  private struct Pending {
    var id: String
    var expected: Int64
    var received: Int64 = 0
  }

  private enum Work {
    case idle
    case receiving(Pending)
    /// A file is being taken in; nothing else is begun.
    case importing
  }

  private let work = Mutex(Work.idle)
  private let folder: StateFolder
  private let importer: RideImporter

  init(folder: StateFolder, importer: RideImporter) {
    self.folder = folder
    self.importer = importer
  }

  func begin(bytes: Int64) throws(ControlError) -> String {
    guard bytes <= Self.longestFile else {
      throw ControlError(
        .badRequest, message: "the file is longer than \(Self.longestFile >> 20) MiB",
        hint: "import a part of it")
    }
    try checkSpace(for: bytes)
    let id = Hexadecimal.encode((0..<16).map { _ in UInt8.random(in: 0...255) })
    try work.withLock { (work) throws(ControlError) in
      if case .importing = work { throw Self.busy }
      try storing { () throws(SystemError) in
        try Files.remove(folder.upload)
        _ = try Descriptor.open(
          folder.upload, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
      }
      work = .receiving(Pending(id: id, expected: bytes))
    }
    return id
  }

  func add(_ id: String, offset: Int64, _ bytes: [UInt8]) throws(ControlError) -> Int64 {
    try work.withLock { (work) throws(ControlError) in
      guard case .receiving(var pending) = work, pending.id == id else { throw Self.givenUp }
      guard offset == pending.received, Int64(bytes.count) <= pending.expected - offset else {
        throw ControlError(
          .badRequest, message: "\(pending.received) bytes of \(pending.expected) are there",
          hint: "go on where it stopped")
      }
      try storing { () throws(SystemError) in
        let file = try Descriptor.open(folder.upload, O_WRONLY | O_APPEND | O_NOFOLLOW)
        try file.write(all: bytes)
      }
      pending.received += Int64(bytes.count)
      work = .receiving(pending)
      return pending.received
    }
  }

  /// Takes the file in. It is gone afterwards, whatever came of it.
  func finish(_ order: ImportOrder) throws(ControlError) -> ImportResult {
    try work.withLock { (work) throws(ControlError) in
      switch work {
      case .importing: throw Self.busy
      case .receiving(let pending) where pending.id == order.id:
        guard pending.received == pending.expected else {
          throw ControlError(
            .badRequest, message: "\(pending.received) bytes of \(pending.expected) are there",
            hint: "send the rest first")
        }
        work = .importing
      default: throw Self.givenUp
      }
    }
    defer {
      // A file that stays is removed by the next import.
      try? Files.remove(folder.upload)
      work.withLock { $0 = .idle }
    }
    return try importer.take(folder.upload, order)
  }

  private func checkSpace(for bytes: Int64) throws(ControlError) {
    var free: Int64 = 0
    try storing { () throws(SystemError) in free = try Files.space(at: folder.path).free }
    guard free - bytes >= Self.reserve else {
      throw ControlError(
        .storageFailed, message: "the disk has no room for a file of \(bytes >> 20) MiB",
        hint: "free some space first; recording goes before imports")
    }
  }

  private func storing(_ body: () throws(SystemError) -> Void) throws(ControlError) {
    do throws(SystemError) {
      try body()
    } catch {
      throw ControlError(
        .storageFailed, message: "the file cannot be kept: \(error)", hint: "check the disk")
    }
  }

  private static let busy = ControlError(
    .busy, message: "another file is being taken in", hint: "try again in a minute")
  private static let givenUp = ControlError(
    .notFound, message: "there is no such import any more", hint: "begin again")
}
