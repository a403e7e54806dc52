package import Bytes

/// What a table holds, in a few bytes: how many rows, and a checksum of their content in which their
/// order plays no part. Client and server compute it from the rows as the contract encodes them.
package struct TableDigest: Equatable, Sendable {
  package private(set) var count: Int64 = 0
  /// The sum of the SHA-256 of each row's encoding, as a number of 256 bits, its lowest byte first.
  package private(set) var sum = [UInt8](repeating: 0, count: 32)

  /// Of no row.
  package init() {}

  /// Reads what `checksum` wrote; nil for anything but 64 hexadecimal digits.
  package init?(count: Int64, checksum: String) {
    guard count >= 0, let bytes = Hexadecimal.decode(checksum), bytes.count == 32 else {
      return nil
    }
    self.count = count
    sum = bytes
  }

  /// The sum in lower-case hexadecimal.
  package var checksum: String { Hexadecimal.encode(sum) }

  /// Takes in a row; throws what the contract has against it. `digest` is a SHA-256.
  package mutating func add(
    _ row: ContractRow, in dialect: ContractDialect, by digest: inout some MessageDigest
  ) throws(ContractError) {
    digest.update(try ContractEncoder(dialect: dialect).encode(row))
    var carry: UInt16 = 0
    for (place, byte) in digest.finish().enumerated().prefix(sum.count) {
      let total = UInt16(sum[place]) + UInt16(byte) + carry
      sum[place] = UInt8(truncatingIfNeeded: total)
      carry = total >> 8
    }
    count += 1
  }
}
