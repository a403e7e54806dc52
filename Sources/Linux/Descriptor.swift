package import Glibc

/// An open file descriptor with one owner: closed when that owner lets go of it, never twice, never
/// used after. Every descriptor made here is close-on-exec.
package struct Descriptor: ~Copyable, Sendable {
  /// The number; valid while this value lives.
  package let rawValue: Int32

  /// Takes over an open descriptor.
  package init(owning rawValue: Int32) {
    precondition(rawValue >= 0, "a descriptor is never negative")
    self.rawValue = rawValue
  }

  deinit {
    // EINTR still closes on Linux; EBADF means that someone closed what is ours.
    if close(rawValue) != 0 && errno == EBADF { fatalError("descriptor \(rawValue) closed twice") }
  }

  /// Gives the descriptor away; the caller closes it.
  package consuming func release() -> Int32 {
    let value = rawValue
    discard self
    return value
  }

  /// Opens a path (open(2)).
  package static func open(
    _ path: String, _ flags: Int32, mode: mode_t = 0o600
  ) throws(SystemError) -> Descriptor {
    Descriptor(
      owning: try systemCall("open", path) { Glibc.open(path, flags | O_CLOEXEC, mode) })
  }

  /// Reads up to `buffer.count` bytes (read(2)); 0 is the end, nil means none are there yet.
  package borrowing func read(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Int? {
    let descriptor = rawValue
    do {
      return try systemCall("read", "descriptor \(descriptor)") {
        Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      }
    } catch {
      if error.code == EAGAIN || error.code == EWOULDBLOCK { return nil }
      throw error
    }
  }

  /// Reads up to `limit` bytes of a descriptor that blocks (read(2)); empty is the end.
  package borrowing func readBlock(limit: Int = 65_536) throws(SystemError) -> [UInt8] {
    let descriptor = rawValue
    var failure: SystemError?
    let block = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      do throws(SystemError) {
        count = try systemCall("read", "descriptor \(descriptor)") {
          Glibc.read(descriptor, buffer.baseAddress, limit)
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return block
  }

  /// Writes every byte (write(2)); waits where the descriptor blocks.
  package borrowing func write(all bytes: some Collection<UInt8>) throws(SystemError) {
    let bytes = ContiguousArray(bytes)
    var written = 0
    while written < bytes.count {
      let descriptor = rawValue
      written += try systemCall("write", "descriptor \(descriptor)") {
        bytes.withUnsafeBytes {
          Glibc.write(descriptor, $0.baseAddress! + written, $0.count - written)
        }
      }
    }
  }

  /// Makes what was written durable (fsync(2)).
  package borrowing func synchronise() throws(SystemError) {
    let descriptor = rawValue
    try systemCall("fsync", "descriptor \(descriptor)") { fsync(descriptor) }
  }
}
