/// Where something lies at a service, as a person writes it: `soaringspot/DE/2026/1234`.
package struct CataloguePath: Equatable, Sendable {
  /// Bytes of the longest path.
  package static let longest = 500
  private static let mostParts = 8

  package let service: Service
  /// Below the service: each not empty, printable, without a slash, neither `.` nor `..`.
  package let parts: [String]

  package init?(_ text: String) {
    guard text.utf8.count <= Self.longest else { return nil }
    let words = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    // One slash at the end is how shells complete a folder.
    let parts = words.last == "" ? words.dropLast() : words[...]
    guard let first = parts.first, let service = Service(rawValue: first.lowercased()),
      parts.count <= Self.mostParts + 1, parts.dropFirst().allSatisfy(Self.isPart)
    else { return nil }
    self.service = service
    self.parts = Array(parts.dropFirst())
  }

  package init(_ service: Service, _ parts: [String]) {
    self.service = service
    self.parts = parts
  }

  /// Whether a text can be a part of a path; a service's own names are held to it.
  package static func isPart(_ text: String) -> Bool {
    (1...200).contains(text.utf8.count) && text != "." && text != ".."
      && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0 != "/" }
  }

  /// The path of something in what lies here.
  package func appending(_ name: String) -> CataloguePath { CataloguePath(service, parts + [name]) }
}

extension CataloguePath: CustomStringConvertible {
  package var description: String { ([service.rawValue] + parts).joined(separator: "/") }
}
