/// A file that a page is made of, as it is served.
package struct PageAsset: Equatable, Sendable {
  package var bytes: [UInt8]
  /// `text/html; charset=utf-8`.
  package var contentType: String
  /// Whether its path names its content, so that browsers may keep it for good.
  package var isImmutable: Bool

  package init(bytes: [UInt8], contentType: String, isImmutable: Bool) {
    self.bytes = bytes
    self.contentType = contentType
    self.isImmutable = isImmutable
  }
}
