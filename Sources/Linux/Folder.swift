import Glibc

/// A folder that is held open. Names are looked up in it alone: a name with a slash is EINVAL, and no
/// link is followed, so nothing that a stranger called a file leads elsewhere (openat(2)).
package struct Folder: ~Copyable, Sendable {
  /// A name and what it is of.
  package struct Entry: Equatable, Sendable {
    package enum Kind: Equatable, Sendable { case file, folder, other }

    package var name: String
    package var kind: Kind
    package var bytes: Int64
    /// When it was last written, ms since 1970 by the file system's clock.
    package var modifiedMs: Int64
    /// Tells a file from another that took its name.
    package var inode: UInt64
  }

  private let descriptor: Descriptor
  private let path: String

  /// Opens a folder; a link is ENOTDIR.
  package init(_ path: String) throws(SystemError) {
    self.path = path
    descriptor = try Descriptor.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
  }

  private init(_ descriptor: consuming Descriptor, _ path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  /// The folder of a name in this one.
  package borrowing func folder(_ name: String) throws(SystemError) -> Folder {
    Folder(try open(name, O_RDONLY | O_DIRECTORY), "\(path)/\(name)")
  }

  /// Names in byte order, without `.` and `..`, at most so many.
  package borrowing func names(limit: Int) throws(SystemError) -> [String] {
    let own = descriptor.rawValue
    let copy = try systemCall("openat", path) {
      openat(own, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
    guard let stream = fdopendir(copy) else {
      let error = SystemError.current("fdopendir", path)
      close(copy)
      throw error
    }
    defer { closedir(stream) }
    var names: [String] = []
    while names.count < limit, let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// What a name is of, without following a link; nil if it is gone.
  package borrowing func entry(_ name: String) -> Entry? {
    var status = stat()
    guard Self.isName(name),
      fstatat(descriptor.rawValue, name, &status, AT_SYMLINK_NOFOLLOW) == 0
    else { return nil }
    return Entry(name, status)
  }

  /// Opens a regular file for reading; a link, a pipe or a device is EINVAL or ELOOP.
  package borrowing func file(_ name: String) throws(SystemError) -> OpenedFile {
    // A pipe would wait for a writer.
    let file = try open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY)
    var status = stat()
    let number = file.rawValue
    try systemCall("fstat", name) { fstat(number, &status) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw SystemError(operation: "open", subject: "\(path)/\(name)", code: EINVAL)
    }
    return OpenedFile(descriptor: file, entry: Entry(name, status))
  }

  /// Takes a name away (unlinkat(2)); one that is gone is fine. A power cut may bring it back.
  package borrowing func remove(_ name: String) throws(SystemError) {
    guard Self.isName(name) else {
      throw SystemError(operation: "unlinkat", subject: name, code: EINVAL)
    }
    if unlinkat(descriptor.rawValue, name, 0) != 0 && errno != ENOENT {
      throw .current("unlinkat", "\(path)/\(name)")
    }
  }

  private borrowing func open(_ name: String, _ flags: Int32) throws(SystemError) -> Descriptor {
    guard Self.isName(name) else {
      throw SystemError(operation: "openat", subject: name, code: EINVAL)
    }
    let own = descriptor.rawValue
    return Descriptor(
      owning: try systemCall("openat", "\(path)/\(name)") {
        openat(own, name, flags | O_NOFOLLOW | O_CLOEXEC)
      })
  }

  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && name != "." && name != ".." && !name.utf8.contains { $0 == 0x2F || $0 == 0 }
  }
}

/// A regular file that was opened, and what it was then.
package struct OpenedFile: ~Copyable, Sendable {
  package let descriptor: Descriptor
  package let entry: Folder.Entry

  package init(descriptor: consuming Descriptor, entry: Folder.Entry) {
    self.descriptor = descriptor
    self.entry = entry
  }

  /// Opens a regular file by its path, over links as any program does; a pipe or a device is EINVAL.
  package init(following path: String) throws(SystemError) {
    let file = try Descriptor.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
    var status = stat()
    let number = file.rawValue
    try systemCall("fstat", path) { fstat(number, &status) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw SystemError(operation: "open", subject: path, code: EINVAL)
    }
    self.init(descriptor: file, entry: Folder.Entry(path, status))
  }

  /// Gives the descriptor away.
  package consuming func take() -> Descriptor { descriptor }
}

extension Folder.Entry {
  fileprivate init(_ name: String, _ status: stat) {
    let kind: Kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      default: .other
      }
    self.init(
      name: name, kind: kind, bytes: Int64(status.st_size),
      modifiedMs: Int64(status.st_mtim.tv_sec) * 1000 + Int64(status.st_mtim.tv_nsec) / 1_000_000,
      inode: UInt64(status.st_ino))
  }
}
