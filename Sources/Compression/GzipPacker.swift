import CZlib

/// Packs bytes that come in pieces (deflate(3)), with 256 KiB of memory.
struct GzipPacker: ~Copyable {
  // zlib's state points back at its stream, so that must not move.
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

  /// `level` is zlib's, `strategy` one of its `Z_…`.
  init(level: Int32 = 1, strategy: Int32 = Z_DEFAULT_STRATEGY) throws(GzipError) {
    stream.initialize(to: z_stream())
    guard barograph_deflate_begin(stream, level, GzipFormat.windowBits, strategy) == Z_OK else {
      throw .outOfMemory
    }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  /// What is ready after these bytes; nothing yet, often.
  borrowing func feed(_ bytes: [UInt8]) -> [UInt8] { run(bytes, flush: Z_NO_FLUSH) }

  /// Ends the stream; nothing may be fed after it.
  borrowing func finish() -> [UInt8] { run([], flush: Z_FINISH) }

  /// Runs until zlib leaves room in its output: it has then taken all of the input.
  private borrowing func run(_ bytes: [UInt8], flush: Int32) -> [UInt8] {
    var packed: [UInt8] = []
    var output = [UInt8](repeating: 0, count: GzipFormat.blockSize)
    var rest = bytes[...]
    var isFull = true
    while isFull || !rest.isEmpty {
      let (taken, given) = GzipFormat.step(stream, rest, into: &output) { deflate($0, flush) }.moved
      rest = rest.dropFirst(taken)
      packed += output[..<given]
      isFull = given == output.count
    }
    return packed
  }
}

/// What packing and unpacking share.
enum GzipFormat {
  /// The largest window, with a gzip header (16 added).
  static let windowBits: Int32 = 15 + 16
  static let blockSize = 65_536

  /// One call of deflate or inflate: its code, and how many bytes it took and gave.
  static func step(
    _ stream: UnsafeMutablePointer<z_stream>, _ input: ArraySlice<UInt8>,
    into output: inout [UInt8], room: Int = blockSize,
    _ call: (UnsafeMutablePointer<z_stream>) -> Int32
  ) -> (code: Int32, moved: (taken: Int, given: Int)) {
    let offered = min(input.count, Int(UInt32.max))
    return input.withUnsafeBufferPointer { source in
      output.withUnsafeMutableBufferPointer { target in
        stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
        stream.pointee.avail_in = UInt32(offered)
        stream.pointee.next_out = target.baseAddress
        stream.pointee.avail_out = UInt32(room)
        let code = call(stream)
        return (
          code, (offered - Int(stream.pointee.avail_in), room - Int(stream.pointee.avail_out))
        )
      }
    }
  }
}
