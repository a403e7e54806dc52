package import Glibc

/// Files and folders by path. Every write is durable when it returns.
package enum Files {
  /// The bytes of a file of at most `limit` bytes; a longer one is EFBIG.
  package static func read(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
    let file = try Descriptor.open(path, O_RDONLY)
    var bytes: [UInt8] = []
    while true {
      let block = try file.readBlock()
      if block.isEmpty { return bytes }
      bytes += block
      if bytes.count > limit { throw SystemError(operation: "read", subject: path, code: EFBIG) }
    }
  }

  /// Hands the bytes of a file to `body` in blocks of up to 64 KiB, in order.
  package static func forEachBlock(
    of path: String, _ body: ([UInt8]) throws -> Void
  ) throws {
    let file = try Descriptor.open(path, O_RDONLY)
    while true {
      let block = try file.readBlock()
      if block.isEmpty { return }
      try body(block)
    }
  }

  /// Gives a file a second name (link(2)) and makes that durable; a name that is taken is EEXIST.
  package static func link(_ path: String, as name: String) throws(SystemError) {
    try systemCall("link", "\(path) to \(name)") { Glibc.link(path, name) }
    try synchronise(folder: folder(of: name))
  }

  /// Replaces a file as one step: a temporary name beside it, synced, renamed, the folder synced.
  /// After a power cut there is the old content or the new, never a part.
  package static func replace(
    _ path: String, with bytes: some Collection<UInt8>, mode: mode_t = 0o640
  ) throws(SystemError) {
    var draft = try FileDraft(for: path, mode: mode)
    try draft.append(bytes)
    try draft.commit()
  }

  /// Makes a folder and its parents (mkdir(2)); one that exists is fine.
  package static func makeFolder(_ path: String, mode: mode_t = 0o750) throws(SystemError) {
    var partial = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      partial += "/" + part
      if mkdir(partial, mode) == 0 {
        try synchronise(folder: folder(of: partial))
      } else if errno != EEXIST {
        throw .current("mkdir", partial)
      }
    }
  }

  /// Names in a folder in byte order, without `.` and `..` (readdir(3)).
  package static func names(in folder: String) throws(SystemError) -> [String] {
    guard let stream = opendir(folder) else { throw .current("opendir", folder) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// The size of a file in bytes, or nil if there is none (stat(2)).
  package static func size(_ path: String) -> Int64? {
    var status = stat()
    return stat(path, &status) == 0 ? Int64(status.st_size) : nil
  }

  /// Whether something has this name.
  package static func exists(_ path: String) -> Bool { size(path) != nil }

  /// Whether two names are links to one file; false when either is missing (stat(2)).
  package static func isSameFile(_ path: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    guard stat(path, &first) == 0, stat(other, &second) == 0 else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  /// Gives a file another name in the same file system and makes that durable (rename(2)).
  package static func rename(_ path: String, to target: String) throws(SystemError) {
    try systemCall("rename", "\(path) to \(target)") { Glibc.rename(path, target) }
    try synchronise(folder: folder(of: target))
  }

  /// Reads a secret: a regular file of this user or root that nobody else may read or write; a
  /// symbolic link, another owner or wider rights are EPERM. It is read from the same descriptor that
  /// was looked at.
  package static func readSecret(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
    let file = try Descriptor.open(path, O_RDONLY | O_NOFOLLOW)
    var status = stat()
    let descriptor = file.rawValue
    try systemCall("fstat", path) { fstat(descriptor, &status) }
    let isOwn = status.st_uid == geteuid() || status.st_uid == 0
    guard status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 == 0, isOwn else {
      throw SystemError(operation: "read secret", subject: path, code: EPERM)
    }
    var bytes: [UInt8] = []
    while true {
      let block = try file.readBlock()
      if block.isEmpty { return bytes }
      bytes += block
      if bytes.count > limit { throw SystemError(operation: "read", subject: path, code: EFBIG) }
    }
  }

  /// Removes a folder with everything in it, without following links out of it; one that is not
  /// there is fine.
  package static func removeTree(_ path: String) throws(SystemError) {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT { return }
      throw .current("lstat", path)
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { return try remove(path) }
    for name in try names(in: path) { try removeTree("\(path)/\(name)") }
    try systemCall("rmdir", path) { rmdir(path) }
  }

  /// Makes now the time of a file's last change (utimensat(2)).
  package static func touch(_ path: String) throws(SystemError) {
    try systemCall("utimensat", path) { utimensat(AT_FDCWD, path, nil, 0) }
  }

  /// Removes a file; one that is not there is fine (unlink(2)).
  package static func remove(_ path: String) throws(SystemError) {
    if unlink(path) != 0 && errno != ENOENT { throw .current("unlink", path) }
  }

  /// Makes the names in a folder durable (fsync(2) on the folder).
  package static func synchronise(folder: String) throws(SystemError) {
    try Descriptor.open(folder, O_RDONLY | O_DIRECTORY).synchronise()
  }

  /// The folder part of a path; `.` for a bare name.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// A count of blocks in bytes, at most what a signed number holds: file systems in user space and
  /// over a network report all ones for "without bound".
  package static func bytes(blocks: UInt, of size: UInt) -> Int64 {
    let (bytes, overflow) = blocks.multipliedReportingOverflow(by: size)
    return overflow ? .max : Int64(clamping: bytes)
  }

  /// Free and total bytes of the file system that holds `path` for this user (statvfs(3)).
  package static func space(at path: String) throws(SystemError) -> (free: Int64, total: Int64) {
    var status = statvfs()
    try systemCall("statvfs", path) { statvfs(path, &status) }
    return (
      bytes(blocks: status.f_bavail, of: status.f_frsize),
      bytes(blocks: status.f_blocks, of: status.f_frsize)
    )
  }
}

/// A file being written under a temporary name; it gets its own name only in `commit`, and a draft
/// that is dropped leaves nothing.
package struct FileDraft: ~Copyable {
  /// Where the bytes are until then.
  package let temporaryPath: String
  private let path: String
  private let file: Descriptor
  private var isCommitted = false

  /// Opens the temporary file beside `path`, the name that `commit()` gives.
  package init(for path: String, mode: mode_t = 0o640) throws(SystemError) {
    self.path = path
    temporaryPath = "\(path).\(getpid()).part"
    _ = unlink(temporaryPath)
    file = try Descriptor.open(
      temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode)
  }

  deinit {
    if !isCommitted { unlink(temporaryPath) }
  }

  /// Appends bytes.
  package mutating func append(_ bytes: some Collection<UInt8>) throws(SystemError) {
    do {
      try file.write(all: bytes)
    } catch {
      throw SystemError(operation: error.operation, subject: temporaryPath, code: error.code)
    }
  }

  /// Makes what was appended durable, still under the temporary name.
  package borrowing func synchronise() throws(SystemError) { try file.synchronise() }

  /// Syncs, renames over `path`, syncs the folder.
  package consuming func commit() throws(SystemError) {
    let path = path
    try commit(as: path)
  }

  /// Syncs, renames over another name in the same file system, syncs its folder.
  package consuming func commit(as target: String) throws(SystemError) {
    try file.synchronise()
    let from = temporaryPath
    try systemCall("rename", "\(from) to \(target)") { Glibc.rename(from, target) }
    isCommitted = true
    try Files.synchronise(folder: Files.folder(of: target))
  }
}
