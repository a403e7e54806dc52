/// What a document may cost before it is refused.
package struct XMLLimits: Equatable, Sendable {
  package var bytes: Int
  /// Elements inside each other.
  package var depth: Int
  /// Of the whole document.
  package var elements: Int
  /// Of one element.
  package var attributes: Int
  /// Bytes of one name or of the value of one attribute.
  package var textBytes: Int

  /// 8 MiB, 32 levels, 100,000 elements of 64 attributes of 4096 bytes.
  package init(
    bytes: Int = 8 << 20, depth: Int = 32, elements: Int = 100_000, attributes: Int = 64,
    textBytes: Int = 4096
  ) {
    self.bytes = bytes
    self.depth = depth
    self.elements = elements
    self.attributes = attributes
    self.textBytes = textBytes
  }
}
