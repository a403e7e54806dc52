import Archives

/// Tiles of the ground for tests.
package enum MadeTiles {
  private static let heights = 1201 * 1201

  /// The bytes of a tile of one height throughout, m.
  package static func plain(_ height: Int16) -> [UInt8] {
    let value = UInt16(bitPattern: height)
    return [UInt8](unsafeUninitializedCapacity: 2 * heights) { buffer, count in
      for index in 0..<heights {
        buffer[2 * index] = UInt8(value >> 8)
        buffer[2 * index + 1] = UInt8(value & 0xFF)
      }
      count = buffer.count
    }
  }

  /// An archive of files.
  package static func archive(_ files: (name: String, bytes: [UInt8])...) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let writer = try ArchiveWriter { bytes += $0 }
    for file in files { try writer.add(file.name, modifiedAt: 0, file.bytes) }
    try writer.finish()
    return bytes
  }
}
