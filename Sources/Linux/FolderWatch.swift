import CLinux
import Glibc

/// What happened in a watched folder.
package enum FolderChange: Equatable, Sendable {
  /// A name came to be; whoever made it may still be writing.
  case appeared(String)
  /// A file was written and closed, or moved in whole.
  case finished(String)
  /// More happened than the kernel keeps: look at the folder again.
  case overflowed
  /// The folder itself was removed, moved or unmounted; nothing more comes.
  case gone
}

/// Tells what happens in one folder, not in those below it (inotify(7)). It holds no file open.
package struct FolderWatch: ~Copyable, Sendable {
  private let descriptor: Descriptor
  private static let bufferBytes = 16_384

  /// Watches a folder; a link or anything else is ENOTDIR.
  package init(_ path: String) throws(SystemError) {
    let flags = Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC)
    let descriptor = Descriptor(
      owning: try systemCall("inotify_init1", path) { inotify_init1(flags) })
    let interest = [
      IN_CREATE, IN_CLOSE_WRITE, IN_MOVED_TO, IN_DELETE_SELF, IN_MOVE_SELF, IN_ONLYDIR,
      IN_DONT_FOLLOW,
    ].reduce(UInt32(0)) { $0 | UInt32($1) }
    let own = descriptor.rawValue
    try systemCall("inotify_add_watch", path) { inotify_add_watch(own, path, interest) }
    self.descriptor = descriptor
  }

  /// To wait for with an `EventLoop`: readable when something has happened.
  package var rawValue: Int32 { descriptor.rawValue }

  /// What has happened since the last call, in order; never waits.
  package borrowing func changes() throws(SystemError) -> [FolderChange] {
    var changes: [FolderChange] = []
    var failure: SystemError?
    withUnsafeTemporaryAllocation(byteCount: Self.bufferBytes, alignment: 8) { buffer in
      do throws(SystemError) {
        while let count = try descriptor.read(into: buffer), count > 0 {
          changes += Self.changes(in: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return changes
  }

  private static func changes(in buffer: UnsafeRawBufferPointer) -> [FolderChange] {
    let head = MemoryLayout<inotify_event>.size
    var changes: [FolderChange] = []
    var offset = 0
    while offset + head <= buffer.count {
      let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
      let end = min(buffer.count, offset + head + Int(event.len))
      let name = String(decoding: buffer[(offset + head)..<end].prefix { $0 != 0 }, as: UTF8.self)
      if let change = change(event.mask, name) { changes.append(change) }
      offset = end
    }
    return changes
  }

  private static func change(_ mask: UInt32, _ name: String) -> FolderChange? {
    func has(_ flag: some BinaryInteger) -> Bool { mask & UInt32(flag) != 0 }
    if has(IN_Q_OVERFLOW) { return .overflowed }
    if has(IN_DELETE_SELF) || has(IN_MOVE_SELF) || has(IN_UNMOUNT) || has(IN_IGNORED) {
      return .gone
    }
    if has(IN_CLOSE_WRITE) || has(IN_MOVED_TO) { return .finished(name) }
    return has(IN_CREATE) ? .appeared(name) : nil
  }
}
