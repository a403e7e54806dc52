/// Where things of this package lie, found from this file's own path.
package enum PackageFolder {
  /// The folder that holds Package.swift.
  package static let root: String = String(
    #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
      .joined(separator: "/"))

  /// A path below `Fixtures`.
  package static func fixture(_ path: String) -> String { "\(root)/Fixtures/\(path)" }
}
