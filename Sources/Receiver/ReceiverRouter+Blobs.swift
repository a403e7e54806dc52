import Bytes
import Compression
import Crypto
import IGC
import JSON
import Log

extension ReceiverRouter {
  /// Stores a blob whose bytes are those that its id names: that it comes, the bytes, that they are
  /// there.
  func put(
    _ key: BlobKey, _ request: ReceiverRequest, _ record: inout RequestRecord
  ) throws -> ReceiverResponse {
    guard request.body.count <= ReceiverLimits.blobOnWire else {
      throw ReceiverFault.tooLarge(maxBytes: ReceiverLimits.blobOnWire)
    }
    let content = try content(of: request, limit: ReceiverLimits.blob)
    let digest = try digest(of: content, key.kind)
    record.counts[.blobBytes] = digest.count
    guard Hexadecimal.encode(digest.hash) == key.id else { throw ReceiverFault(422, "mismatch") }
    let share = content.isGzipped && blobs.putsWhole ? try budget.reserve(digest.count) : nil
    defer { withExtendedLifetime(share) {} }
    try storage.announce(key, atMs: clock.wallMs())
    let isNew = try blobs.put(key, content)
    try storage.note(key, bytes: Int64(digest.count), atMs: clock.wallMs())
    return ReceiverResponse(isNew ? 201 : 200, json: ["bytes": JSONValue(digest.count)])
  }

  /// Whether the account has it, row and bytes.
  func head(_ key: BlobKey) throws -> ReceiverResponse {
    guard try storage.knows(key), try blobs.has(key) else { throw ReceiverFault(404, "not-found") }
    return ReceiverResponse(status: 200, contentType: "application/octet-stream")
  }

  func get(
    _ key: BlobKey, _ request: ReceiverRequest, _ record: inout RequestRecord
  ) throws -> ReceiverResponse {
    guard let size = try storage.size(of: key) else { throw ReceiverFault(404, "not-found") }
    // Beside the bytes there may be what they are packed into.
    let copies = Self.acceptsGzip(request) ? 2 : 1
    let share = try budget.reserve(
      copies * Int(clamping: min(size, Int64(ReceiverLimits.blob))))
    defer { withExtendedLifetime(share) {} }
    guard let bytes = try blobs.get(key) else {
      var fault = ReceiverFault(404, "not-found")
      fault.cause = "a blob that is noted is not in the blob storage; restore it from a backup"
      throw fault
    }
    record.counts[.blobBytes] = bytes.count
    return packed(
      ReceiverResponse(
        status: 200, contentType: "application/octet-stream",
        headers: ["Cache-Control": "no-store"], body: bytes), for: request)
  }

  /// The digest that names a blob, and how many bytes it has. Memory is that of a block.
  private func digest(
    of content: BlobContent, _ kind: BlobKey.Kind
  ) throws -> (hash: [UInt8], count: Int) {
    var digest = SHA256()
    var normaliser = NormalisedIGC()
    var count = 0
    do {
      try content.forEachBlock { block in
        count += block.count
        digest.update(kind == .igc ? normaliser.feed(block) : Array(block))
      }
    } catch let error as GzipError {
      throw ReceiverFault(error)
    }
    if kind == .igc { digest.update(normaliser.finish()) }
    return (digest.finish(), count)
  }
}
