/// gzip as bodies carry it (RFC 1952), from whole to whole.
package struct GzipCoding: Sendable {
  package enum Failure: Error, Equatable, Sendable {
    /// More than the limit comes out.
    case tooLarge
    case damaged
  }

  /// The bytes of a gzip body, if they are at most so many; stops at one more.
  package var inflate: @Sendable ([UInt8], Int) throws(Failure) -> [UInt8]
  /// Nil if it cannot: the answer then goes as it is.
  package var deflate: @Sendable ([UInt8]) -> [UInt8]?

  package init(
    inflate: @escaping @Sendable ([UInt8], Int) throws(Failure) -> [UInt8],
    deflate: @escaping @Sendable ([UInt8]) -> [UInt8]?
  ) {
    self.inflate = inflate
    self.deflate = deflate
  }
}
