/// A page with everything that it loads, by path: `/` and `/assets/NAME-HASH.EXT`.
package struct PageSite: Sendable {
  private let assets: [String: PageAsset]
  /// Names this very content: 16 hexadecimal digits (FNV-1a of names and bytes). It stands in every
  /// asset's name and, as `build`, in the page.
  package let contentHash: String

  /// The page names its files as `"/assets/NAME"` and the files each other as `"./NAME"`; both get
  /// the hash.
  init(page: PageFile, files: [PageFile]) {
    var hash = ContentHash()
    for file in [page] + files {
      hash.add(file.name.utf8)
      hash.add(file.bytes)
    }
    contentHash = hash.text
    let names = PageNames(files, hash: hash.text)
    var assets = ["/": names.asset(of: page, isImmutable: false)]
    for file in files {
      assets["/assets/" + file.name(with: hash.text)] = names.asset(of: file, isImmutable: true)
    }
    self.assets = assets
  }

  /// The asset of a path as requests name it, or nil; `/index.html` is `/`.
  package func asset(path: String) -> PageAsset? {
    assets[path == "/index.html" ? "/" : path]
  }
}

/// The names of a site's files as they are served.
private struct PageNames {
  /// What is put in place of a quoted text.
  private var served: [[UInt8]: String] = [:]

  init(_ files: [PageFile], hash: String) {
    served[Array("{{build}}".utf8)] = hash
    for file in files {
      for folder in ["/assets/", "./"] {
        served[Array((folder + file.name).utf8)] = folder + file.name(with: hash)
      }
    }
  }

  func asset(of file: PageFile, isImmutable: Bool) -> PageAsset {
    PageAsset(
      bytes: file.isText ? named(file.bytes) : file.bytes, contentType: file.contentType,
      isImmutable: isImmutable)
  }

  private func named(_ bytes: [UInt8]) -> [UInt8] {
    let quote = UInt8(ascii: "\"")
    let parts = bytes.split(separator: quote, omittingEmptySubsequences: false).map(Array.init)
    return Array(parts.map { served[$0].map { Array($0.utf8) } ?? $0 }.joined(separator: [quote]))
  }
}

/// A hash that tells one content from another: FNV-1a, 64 bits. It proves nothing against intent.
struct ContentHash: Sendable {
  private var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Adds bytes, and their end.
  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { mix(byte) }
    mix(0)
  }

  /// 16 hexadecimal digits.
  var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private mutating func mix(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
  }
}
