import Bytes
import Crypto
import FlightModel
import Glibc
import Linux

/// Blobs in a folder: `account/kind/xx/id`, `xx` being the first two digits of the id. Several
/// receivers may share it. A blob gets its name only when its bytes are on the disk.
package struct FolderBlobs: BlobStorage {
  package let putsWhole = false
  private let folder: String
  /// Where blobs are written before they have a name.
  private let incoming: String
  private static let abandonedAfterSeconds = 86_400

  /// The folder is made by `prepare()`.
  package init(folder: String) {
    self.folder = folder
    incoming = "\(folder)/.incoming"
  }

  /// Makes the folder.
  package func prepare() throws(StorageFailure) {
    try attempt { try Files.makeFolder(incoming, mode: 0o700) }
    try tidy()
  }

  /// What a power cut left half written in `.incoming`.
  package func tidy() throws(StorageFailure) {
    try attempt {
      let now = Int(SystemClock.wall().milliseconds / 1000)
      for name in try Files.names(in: incoming) {
        var status = stat()
        let path = "\(incoming)/\(name)"
        guard stat(path, &status) == 0 else { continue }
        if now - status.st_mtim.tv_sec > Self.abandonedAfterSeconds { try Files.remove(path) }
      }
    }
  }

  /// Whether the folder is there and may be written to (access(2)).
  package func check() throws(StorageFailure) {
    guard access(incoming, W_OK | X_OK) == 0 else {
      throw failure(.current("access", incoming))
    }
  }

  /// Writes under a temporary name, syncs, and links, which fails if another copy was first.
  package func put(_ key: BlobKey, _ content: BlobContent) throws(StorageFailure) -> Bool {
    let path = try path(of: key)
    return try attempt {
      if Files.exists(path) {
        // It may have been named a moment ago by another receiver: answer only once that is durable.
        try Files.synchronise(folder: Files.folder(of: path))
        return false
      }
      let name = Hexadecimal.encode(try SecureRandom.bytes(count: 16))
      var draft = try FileDraft(for: "\(incoming)/\(name)", mode: 0o600)
      try Files.makeFolder(Files.folder(of: path), mode: 0o700)
      try content.forEachBlock { try draft.append($0) }
      try draft.synchronise()
      do throws(SystemError) {
        try Files.link(draft.temporaryPath, as: path)
        return true
      } catch {
        if error.code == EEXIST { return false }
        guard [EPERM, EOPNOTSUPP, ENOSYS].contains(error.code) else { throw error }
      }
      // A file system without links.
      try draft.commit(as: path)
      return true
    }
  }

  package func get(_ key: BlobKey) throws(StorageFailure) -> [UInt8]? {
    let path = try path(of: key)
    return try attempt {
      do throws(SystemError) {
        return try read(path)
      } catch {
        if error.code == ENOENT { return nil }
        throw error
      }
    }
  }

  /// The bytes of a file, in an array that does not grow by doubling.
  private func read(_ path: String) throws(SystemError) -> [UInt8] {
    let file = try Descriptor.open(path, O_RDONLY)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(clamping: min(Files.size(path) ?? 0, Int64(ReceiverLimits.blob))))
    while case let block = try file.readBlock(), !block.isEmpty {
      bytes += block
      if bytes.count > ReceiverLimits.blob {
        throw SystemError(operation: "read", subject: path, code: EFBIG)
      }
    }
    return bytes
  }

  package func has(_ key: BlobKey) throws(StorageFailure) -> Bool {
    Files.exists(try path(of: key))
  }

  package func delete(_ key: BlobKey) throws(StorageFailure) {
    let path = try path(of: key)
    try attempt {
      guard Files.exists(path) else { return }
      try Files.remove(path)
      try Files.synchronise(folder: Files.folder(of: path))
    }
  }

  package func keys(of account: String) throws(StorageFailure) -> [BlobKey] {
    guard AccountID.isValid(account) else { throw .broken("an account's id is not one") }
    return try attempt {
      try BlobKey.Kind.allCases.flatMap { kind in
        let place = "\(folder)/\(account)/\(kind.rawValue)"
        return try names(in: place).flatMap { try names(in: "\(place)/\($0)") }
          .filter(BlobKey.isID).map { BlobKey(accountID: account, kind: kind, id: $0) }
      }
    }
  }

  private func names(in place: String) throws(SystemError) -> [String] {
    do {
      return try Files.names(in: place)
    } catch {
      if error.code == ENOENT { return [] }
      throw error
    }
  }

  /// Names come from a database: only what cannot leave the folder becomes a path.
  private func path(of key: BlobKey) throws(StorageFailure) -> String {
    guard AccountID.isValid(key.accountID), BlobKey.isID(key.id) else {
      throw .broken("a blob's name is not one")
    }
    return "\(folder)/\(key.accountID)/\(key.kind.rawValue)/\(key.id.prefix(2))/\(key.id)"
  }

  private func attempt<Value>(_ body: () throws -> Value) throws(StorageFailure) -> Value {
    do {
      return try body()
    } catch let error as SystemError {
      throw failure(error)
    } catch {
      throw .broken("\(error)")
    }
  }

  /// The path of a blob is left out: it names the account and a flight.
  private func failure(_ error: SystemError) -> StorageFailure {
    let reason = String(cString: strerror(error.code))
    let text = "\(error.operation) in \(folder): \(reason)\(error.hint.map { " (\($0))" } ?? "")"
    if [ENOSPC, EDQUOT].contains(error.code) { return .full(text) }
    let mayPass = error.isTransient || [ENOENT, EIO, ESTALE, EACCES, EROFS].contains(error.code)
    return mayPass ? .unavailable(text) : .broken(text)
  }
}

/// What an account may be called by.
package enum AccountID {
  /// Whether it is 1 to 64 of `a-z0-9-`.
  package static func isValid(_ id: String) -> Bool {
    (1...64).contains(id.utf8.count)
      && id.utf8.allSatisfy {
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
      }
  }
}

extension BlobKey {
  /// Whether it is 64 hexadecimal digits in lower case.
  package static func isID(_ id: String) -> Bool {
    id.utf8.count == 64
      && id.utf8.allSatisfy { (0x61...0x66).contains($0) || (0x30...0x39).contains($0) }
  }
}
