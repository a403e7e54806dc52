import CZlib

/// Unpacks one gzip member that comes in pieces of any size (inflate(3)), with 108 KiB of memory
/// whatever the stream claims. After an error it is used no more.
package struct GzipUnpacker: ~Copyable {
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private let limit: Int
  private var output = [UInt8](repeating: 0, count: GzipFormat.blockSize)
  private var magic = [UInt8]()
  private var isAtEnd = false
  /// Bytes of content given out so far.
  package private(set) var count = 0

  /// `limit`: bytes of content that are taken; one more is `tooLarge`.
  package init(limit: Int) throws(GzipError) {
    self.limit = max(0, limit)
    stream.initialize(to: z_stream())
    guard barograph_inflate_begin(stream, GzipFormat.windowBits) == Z_OK else {
      throw .outOfMemory
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Takes the next bytes and hands on content in blocks of up to 64 KiB.
  package mutating func feed(
    _ bytes: [UInt8], _ emit: (ArraySlice<UInt8>) -> Void
  ) throws(GzipError) {
    try checkMagic(bytes)
    var rest = bytes[...]
    var isFull = true
    while !rest.isEmpty || (isFull && !isAtEnd) {
      if isAtEnd { throw .trailingBytes }
      // Room for one byte beyond the limit, so that a bomb stops there.
      let room = min(GzipFormat.blockSize, limit - count + 1)
      let (code, (taken, given)) = GzipFormat.step(stream, rest, into: &output, room: room) {
        inflate($0, Z_NO_FLUSH)
      }
      rest = rest.dropFirst(taken)
      count += given
      if count > limit { throw .tooLarge(limit: limit) }
      if given > 0 { emit(output[..<given]) }
      try check(code)
      isFull = given == room
    }
  }

  /// Says that no bytes follow.
  package borrowing func finish() throws(GzipError) {
    if !isAtEnd { throw .cut }
  }

  private mutating func check(_ code: Int32) throws(GzipError) {
    switch code {
    // Z_BUF_ERROR: nothing could be moved, more bytes are wanted.
    case Z_OK, Z_BUF_ERROR: break
    case Z_STREAM_END: isAtEnd = true
    case Z_MEM_ERROR: throw .outOfMemory
    default: throw .corrupt
    }
  }

  private mutating func checkMagic(_ bytes: [UInt8]) throws(GzipError) {
    guard magic.count < 2 else { return }
    magic += bytes.prefix(2 - magic.count)
    if !([0x1F, 0x8B] as [UInt8]).starts(with: magic) { throw .notGzip }
  }
}
