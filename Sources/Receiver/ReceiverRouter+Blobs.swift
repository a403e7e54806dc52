import Bytes
import Crypto
import IGC
import JSON
import Log
import Synchronization

extension ReceiverRouter {
  /// Stores a blob whose bytes are those that its id names: the bytes, then that they are there.
  func put(
    _ key: BlobKey, _ request: ReceiverRequest, _ record: inout RequestRecord
  ) throws -> ReceiverResponse {
    guard request.body.count <= ReceiverLimits.blobOnWire else {
      throw ReceiverFault.tooLarge(maxBytes: ReceiverLimits.blobOnWire)
    }
    let bytes = try inflated(request, limit: ReceiverLimits.blob)
    record.counts["blob-bytes"] = bytes.count
    guard Hexadecimal.encode(Self.digest(of: bytes, key.kind)) == key.id else {
      throw ReceiverFault(422, "mismatch")
    }
    let isNew = try locks.with(key) { () throws -> Bool in
      let isNew = try blobs.put(key, bytes)
      try storage.note(key, bytes: Int64(bytes.count), atMs: clock.wallMs())
      return isNew
    }
    return ReceiverResponse(isNew ? 201 : 200, json: ["bytes": JSONValue(bytes.count)])
  }

  /// Whether the account has it, row and bytes.
  func head(_ key: BlobKey) throws -> ReceiverResponse {
    guard try storage.knows(key), try blobs.has(key) else { throw ReceiverFault(404, "not-found") }
    return ReceiverResponse(status: 200, contentType: "application/octet-stream")
  }

  func get(
    _ key: BlobKey, _ request: ReceiverRequest, _ record: inout RequestRecord
  ) throws -> ReceiverResponse {
    guard try storage.knows(key) else { throw ReceiverFault(404, "not-found") }
    guard let bytes = try blobs.get(key) else {
      var fault = ReceiverFault(404, "not-found")
      fault.cause = "a blob that is noted is not in the blob storage; restore it from a backup"
      throw fault
    }
    record.counts["blob-bytes"] = bytes.count
    return packed(
      ReceiverResponse(
        status: 200, contentType: "application/octet-stream",
        headers: ["Cache-Control": "no-store"], body: bytes), for: request)
  }

  /// Removes the bytes of blobs that no row names any more, unless a device has sent them again since.
  /// What fails stays behind without harm: it is promised to nobody.
  func remove(_ orphans: [BlobKey]) {
    for key in orphans {
      do {
        try locks.with(key) { if try !storage.knows(key) { try blobs.delete(key) } }
      } catch {
        log.warning("cannot remove a blob of no use: \(error)", ["account": key.accountID])
      }
    }
  }

  private static func digest(of bytes: [UInt8], _ kind: BlobKey.Kind) -> [UInt8] {
    if kind == .file { return SHA256.digest(of: bytes) }
    var digest = SHA256()
    var normaliser = NormalisedIGC()
    for start in stride(from: 0, to: bytes.count, by: 65_536) {
      digest.update(normaliser.feed(bytes[start..<min(start + 65_536, bytes.count)]))
    }
    digest.update(normaliser.finish())
    return digest.finish()
  }
}

/// Keeps one blob from being stored and removed at once. Keys share a few locks.
final class BlobLocks: Sendable {
  private final class Box: Sendable { let mutex = Mutex(()) }
  private let boxes = (0..<16).map { _ in Box() }

  func with<Value: Sendable>(_ key: BlobKey, _ body: () throws -> Value) throws -> Value {
    let index = Int(UInt(bitPattern: key.hashValue) % UInt(boxes.count))
    return try boxes[index].mutex.withLock { _ in try body() }
  }
}
