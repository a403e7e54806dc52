import CCurl
import Glibc
import Linux

/// Where the bytes of an answer go.
final class Inflow {
  /// Bytes of all header lines of one answer, with those of interim answers; libcurl keeps them.
  private static let headerLimit = 65_536

  let limit: Int
  let receive: ((UnsafeRawBufferPointer) -> Bool)?
  var easy: UnsafeMutableRawPointer?
  private(set) var kept: [UInt8] = []
  private(set) var isTooLong = false
  private(set) var isStopped = false
  private var headerBytes = 0

  /// Keeps up to `limit` bytes. `receive`, if there is one, takes the body of a 200 instead, and
  /// returns false to stop.
  init(limit: Int, receive: ((UnsafeRawBufferPointer) -> Bool)? = nil) {
    self.limit = limit
    self.receive = receive
  }

  /// Takes a piece; false stops the transfer.
  func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if let receive, let easy, barograph_curl_status(easy) == 200 {
      isStopped = !receive(bytes)
      return !isStopped
    }
    isTooLong = kept.count + bytes.count > limit
    if !isTooLong { kept.append(contentsOf: bytes) }
    return !isTooLong
  }

  /// Counts a header line; false stops the transfer.
  func takeHeader(_ count: Int) -> Bool {
    headerBytes += count
    isTooLong = headerBytes > Self.headerLimit
    return !isTooLong
  }
}

/// Where the bytes of a request come from: memory, or a file that is read while it is sent.
final class Outflow {
  let count: Int64
  var offset: Int64 = 0
  /// The file ended early or could not be read.
  private(set) var isBroken = false
  private let bytes: [UInt8]
  /// Kept open for `number`.
  private let file: Descriptor?
  private let number: Int32?

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    number = nil
    file = nil
    count = Int64(bytes.count)
  }

  /// Opens a file of exactly `count` bytes; another size is an error (EINVAL).
  init(file path: String, count: Int64) throws(SystemError) {
    let opened = try Descriptor.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
    var status = stat()
    let number = opened.rawValue
    try systemCall("fstat", path) { fstat(number, &status) }
    guard Int64(status.st_size) == count, status.st_mode & S_IFMT == S_IFREG else {
      throw SystemError(operation: "send", subject: path, code: EINVAL)
    }
    bytes = []
    self.number = number
    file = consume opened
    self.count = count
  }

  /// The next bytes; 0 at the end, nil when the source is broken.
  func read(into room: UnsafeMutableRawBufferPointer) -> Int? {
    let wanted = Int(min(Int64(room.count), max(0, count - offset)))
    guard wanted > 0 else { return 0 }
    let got = read(wanted, into: room)
    isBroken = got <= 0
    if isBroken { return nil }
    offset += Int64(got)
    return got
  }

  private func read(_ wanted: Int, into room: UnsafeMutableRawBufferPointer) -> Int {
    if let number {
      let count = try? systemCall("pread", "body") {
        pread(number, room.baseAddress, wanted, Int(offset))
      }
      return count ?? -1
    }
    let start = Int(offset)
    bytes.withUnsafeBytes { room.copyMemory(from: .init(rebasing: $0[start..<start + wanted])) }
    return wanted
  }
}
