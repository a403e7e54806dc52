/// A page with everything that it loads, by path: `/` and `/assets/NAME-HASH.EXT`.
package struct PageSite: Sendable {
  private let assets: [String: PageAsset]
  /// Names this very content: 16 hexadecimal digits (FNV-1a of paths and bytes).
  package let contentHash: String

  package init(assets: [String: PageAsset]) {
    self.assets = assets
    var hash = ContentHash()
    for (path, asset) in assets.sorted(by: { $0.key < $1.key }) {
      hash.add(path.utf8)
      hash.add(asset.bytes)
    }
    contentHash = hash.text
  }

  /// The asset of a path as requests name it, or nil.
  package func asset(path: String) -> PageAsset? { assets[path] }
}

/// A hash that tells one content from another: FNV-1a, 64 bits. It proves nothing against intent.
package struct ContentHash: Sendable {
  private var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  /// Adds bytes, and their end.
  package mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { mix(byte) }
    mix(0)
  }

  /// 16 hexadecimal digits.
  package var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private mutating func mix(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
  }
}
