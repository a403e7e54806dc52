import Glibc
package import Linux

/// Lets other programs on this box read an instrument along, over TCP on loopback. Of the loop's
/// thread alone.
///
/// Each gets whole lines. One that does not read fast enough misses lines; nobody waits for it. What
/// they send is dropped, unless writing was allowed.
package final class SharedPort {
  /// Programs at a time; more are turned away.
  package static let mostReaders = 8
  /// Bytes of the longest line that a program may send.
  package static let longestLine = 512

  private let loop: EventLoop
  private var listener: LoopbackListener?
  private var readers: [ObjectIdentifier: Reader] = [:]
  private let written: (([UInt8]) -> Void)?
  /// Lines that a slow reader missed.
  package private(set) var missedCount = 0

  private final class Reader {
    let channel: StreamChannel
    var line: [UInt8] = []
    var isOverlong = false

    init(_ channel: StreamChannel) { self.channel = channel }
  }

  /// Listens at this port of 127.0.0.1; 0 takes a free one. `written` gets each whole line that a
  /// program sends, its end included; nil drops them.
  package init(
    port: UInt16, loop: EventLoop, written: (([UInt8]) -> Void)? = nil
  ) throws(SystemError) {
    self.loop = loop
    self.written = written
    listener = try LoopbackListener(port: port, loop: loop) { [unowned self] in accept($0) }
  }

  /// The port that it listens at.
  package var port: UInt16 { listener?.port ?? 0 }

  package var readerCount: Int { readers.count }

  /// Hands bytes, one or more whole lines, to everyone.
  package func offer(_ lines: [UInt8]) {
    for reader in readers.values where !reader.channel.send(lines) { missedCount += 1 }
  }

  /// Sends everyone away; call it before the last owner lets go.
  package func close() {
    listener?.close()
    listener = nil
    for key in readers.keys { drop(key) }
  }

  private func accept(_ descriptor: Int32) {
    guard readers.count < Self.mostReaders else {
      Glibc.close(descriptor)
      return
    }
    let reader = Reader(StreamChannel(owning: descriptor, loop: loop))
    let key = ObjectIdentifier(reader)
    readers[key] = reader
    do throws(SystemError) {
      try reader.channel.start { [unowned self, unowned reader] in
        take($0, from: reader)
      } ended: { [unowned self] _ in
        drop(key)
      }
    } catch {
      drop(key)
    }
  }

  private func drop(_ key: ObjectIdentifier) {
    guard let reader = readers.removeValue(forKey: key) else { return }
    if let descriptor = reader.channel.release() { Glibc.close(descriptor) }
  }

  /// Only whole lines are passed on, so that those of several programs do not mix.
  private func take(_ bytes: UnsafeRawBufferPointer, from reader: Reader) {
    guard let written else { return }
    for byte in bytes {
      if reader.line.count < Self.longestLine {
        reader.line.append(byte)
      } else {
        reader.isOverlong = true
      }
      guard byte == 0x0A else { continue }
      if !reader.isOverlong { written(reader.line) }
      reader.line.removeAll(keepingCapacity: true)
      reader.isOverlong = false
    }
  }
}
