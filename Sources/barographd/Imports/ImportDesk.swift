import Bytes
import ControlAPI
import Crypto
import Glibc
import Linux
import Logbook
import Synchronization

/// Takes files in, piece by piece, each into a file of its own name; then gives them to who knows what
/// to do with them. Runs on the HTTP server's own threads.
final class ImportDesk: Sendable {
  /// The longest file, bytes.
  static let longestFile: Int64 = 512 << 20
  /// What stays free on the disk for the recorder, bytes.
  static let reserve: Int64 = 256 << 20
  /// Imports that may be on their way at once.
  private static let mostPending = 8

  private struct Pending {
    var id: String
    var expected: Int64
    var received: Int64 = 0
  }

  /// In the order in which they were last heard of.
  private let pending = Mutex<[Pending]>([])
  /// Whether a ride log is being taken in; one at a time.
  private let isRiding = Mutex(false)
  private let folder: StateFolder
  private let rides: RideImporter
  private let importer: Importer

  init(folder: StateFolder, rides: RideImporter, importer: Importer) {
    self.folder = folder
    self.rides = rides
    self.importer = importer
  }

  // MARK: Pieces

  func begin(
    bytes: Int64, name: String, sha256: String?, origin: ImportOrigin
  ) throws(ControlError) -> ImportBegin {
    if let sha256, let files = known(sha256, name, origin) {
      var result = ImportResult(wasKnown: true, boards: [])
      result.files = files
      return .known(result)
    }
    guard bytes <= Self.longestFile else {
      throw ControlError(
        .badRequest, message: "the file is longer than \(Self.longestFile >> 20) MiB",
        hint: "import a part of it")
    }
    try checkSpace(for: bytes)
    let id = Hexadecimal.encode((0..<16).map { _ in UInt8.random(in: 0...255) })
    try storing { () throws(SystemError) in
      _ = try Descriptor.open(
        folder.upload(id), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
    }
    let givenUp = pending.withLock { pending in
      pending.append(Pending(id: id, expected: bytes))
      return pending.count > Self.mostPending ? pending.removeFirst().id : nil
    }
    // One that stays is removed at the next start.
    if let givenUp { try? Files.remove(folder.upload(givenUp)) }
    return .id(id)
  }

  private func known(
    _ sha256: String, _ name: String, _ origin: ImportOrigin
  ) -> [ImportedFile]? {
    let importer = importer
    return blockingCall(on: importer.loop) { await importer.known(sha256, as: name, origin) }
  }

  func add(_ id: String, offset: Int64, _ bytes: [UInt8]) throws(ControlError) -> Int64 {
    try pending.withLock { (pending) throws(ControlError) in
      guard let index = pending.firstIndex(where: { $0.id == id }) else { throw Self.givenUp }
      var one = pending[index]
      guard offset == one.received, Int64(bytes.count) <= one.expected - offset else {
        throw ControlError(
          .badRequest, message: "\(one.received) bytes of \(one.expected) are there",
          hint: "go on where it stopped")
      }
      try storing { () throws(SystemError) in
        let file = try Descriptor.open(folder.upload(id), O_WRONLY | O_APPEND | O_NOFOLLOW)
        try file.write(all: bytes)
      }
      one.received += Int64(bytes.count)
      pending.remove(at: index)
      pending.append(one)
      return one.received
    }
  }

  /// Takes the file in. It is gone afterwards, whatever came of it.
  func finish(_ order: ImportOrder) throws(ControlError) -> ImportResult {
    try pending.withLock { (pending) throws(ControlError) in
      guard let index = pending.firstIndex(where: { $0.id == order.id }) else {
        throw Self.givenUp
      }
      guard pending[index].received == pending[index].expected else {
        throw ControlError(
          .badRequest,
          message: "\(pending[index].received) bytes of \(pending[index].expected) are there",
          hint: "send the rest first")
      }
      pending.remove(at: index)
    }
    let path = folder.upload(order.id)
    // A file that stays is removed at the next start.
    defer { try? Files.remove(path) }
    if order.isRide || isRide(path, order) { return try takeRide(path, order) }
    let offer = Offer(name: order.name, path: path, origin: order.origin)
    let importer = importer
    var result = ImportResult(wasKnown: false, boards: [])
    result.files = blockingCall(on: importer.loop) { await importer.take(offer) }
    result.wasKnown = result.files.allSatisfy { $0.outcome == .known }
    return result
  }

  // MARK: Rides

  /// Whether somebody's file is a ride log or a backup of the app.
  private func isRide(_ path: String, _ order: ImportOrder) -> Bool {
    guard order.origin == .person, let file = try? Descriptor.open(path, O_NOFOLLOW),
      let head = try? file.readBlock()
    else { return false }
    switch FileKind(head: head, name: order.name) {
    case .rideLog: return true
    case .zip: return rides.isBackup(path)
    default: return false
    }
  }

  private func takeRide(_ path: String, _ order: ImportOrder) throws(ControlError) -> ImportResult {
    let isFree = isRiding.withLock { isRiding in
      defer { isRiding = true }
      return !isRiding
    }
    guard isFree else { throw Self.busy }
    defer { isRiding.withLock { $0 = false } }
    return try rides.take(path, order)
  }

  // MARK: The disk

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
    .busy, message: "another ride log is being taken in", hint: "try again in a minute")
  private static let givenUp = ControlError(
    .notFound, message: "there is no such import any more", hint: "begin again")
}
