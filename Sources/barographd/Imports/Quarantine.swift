import ControlAPI
import FlightModel
import JSON
import Linux

/// The files that could not be used, in the state directory: each under the SHA-256 of its bytes, with
/// its name and the reason in a second file. Nothing in it is ever tried again by itself.
struct Quarantine: Sendable {
  let folder: StateFolder

  /// What it holds at most; further files stay where they are.
  static let mostFiles = 1000
  static let mostBytes: Int64 = 512 << 20

  private func path(_ id: String) -> String { "\(folder.quarantine)/\(id)" }
  private func reasonPath(_ id: String) -> String { path(id) + ".json" }

  func contains(_ id: String) -> Bool { Files.exists(path(id)) }

  /// The files' ids in the order of their digits.
  private func ids() -> [String] {
    // A folder that cannot be read shows nothing; its files stay.
    ((try? Files.names(in: folder.quarantine)) ?? []).filter { $0.utf8.count == 64 }
  }

  var count: Int { ids().count }

  /// Whether there is room for one more file.
  func hasRoom(for bytes: Int64) -> Bool {
    let ids = ids()
    let held = ids.reduce(Int64(0)) { $0 + (Files.size(path($1)) ?? 0) }
    return ids.count < Self.mostFiles && bytes <= Self.mostBytes - held
  }

  /// Keeps a file: the reason first, so that no file is ever without one, then the bytes. A power cut
  /// leaves the file where it was; the next try does the same again.
  func keep(
    _ offer: Offer, sha256: String, reason: String, at now: UTCInstant
  ) throws(SystemError) {
    guard !contains(sha256) else { return }
    let note: JSONValue = [
      "name": .string(offer.name), "reason": .string(reason),
      "from": .string(offer.origin.rawValue), "since": .string(now.rfc3339),
    ]
    try Files.replace(reasonPath(sha256), with: note.bytes(.indented), mode: 0o600)
    var draft = try FileDraft(for: path(sha256), mode: 0o600)
    let source = try Folder(Files.folder(of: offer.path))
    let file = try source.file(String(offer.path.split(separator: "/").last ?? ""))
    while true {
      let block = try file.descriptor.readBlock()
      if block.isEmpty { break }
      try draft.append(block)
    }
    try draft.commit()
  }

  /// Oldest first.
  func list() -> [QuarantinedFile] {
    ids().map(entry).sorted {
      ($0.since?.milliseconds ?? 0, $0.id) < ($1.since?.milliseconds ?? 0, $1.id)
    }
  }

  private func entry(_ id: String) -> QuarantinedFile {
    let note = (try? Files.read(reasonPath(id), limit: 1 << 16)).flatMap {
      try? JSONValue.parse($0)
    }
    return QuarantinedFile(
      id: id, name: note?["name"]?.string ?? id, bytes: Files.size(path(id)) ?? 0,
      reason: note?["reason"]?.string ?? "nothing is noted",
      since: note?["since"]?.string.flatMap { UTCInstant(rfc3339: $0) }, path: path(id))
  }

  /// The one file whose id begins so.
  func find(_ prefix: String) throws(ControlError) -> QuarantinedFile {
    let found = ids().filter { $0.hasPrefix(prefix) }
    guard let id = found.first else {
      throw ControlError(
        .notFound, message: "no file in quarantine begins with \(prefix)",
        hint: "barograph quarantine list shows them")
    }
    guard found.count == 1 else {
      throw ControlError(
        .ambiguousID, message: "several files begin with \(prefix)", hint: "give more digits")
    }
    return entry(id)
  }

  /// Lets a file go: the bytes first, then the reason.
  func remove(_ id: String) throws(SystemError) {
    try Files.remove(path(id))
    try Files.remove(reasonPath(id))
    try Files.synchronise(folder: folder.quarantine)
  }
}
