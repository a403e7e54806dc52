import Linux
import TestSupport
import Testing

/// What `Tests/Sanitizers` leaves out must have nothing that a sanitizer could find.
@Suite struct SanitizerTests {
  /// The targets whose tests are skipped as a whole: of a pattern `^NameTests\.`, the name.
  private func skippedTargets() throws -> [String] {
    let file = try Files.read(PackageFolder.root + "/Tests/Sanitizers/skipped", limit: 1 << 16)
    return String(decoding: file, as: UTF8.self).split(separator: "\n").compactMap { line in
      guard line.hasPrefix("^"), line.hasSuffix("Tests\\.") else { return nil }
      return String(line.dropFirst().dropLast(7))
    }
  }

  private func sources(in folder: String) throws -> [String] {
    try Files.names(in: folder).flatMap { name in
      let path = "\(folder)/\(name)"
      if name.hasSuffix(".swift") { return [path] }
      return name.contains(".") ? [] : try sources(in: path)
    }
  }

  @Test func whatIsNotSanitizedIsSafeSwift() throws {
    let folder = PackageFolder.root + "/Sources"
    let targets = Set(try skippedTargets()).intersection(try Files.names(in: folder))
    #expect(targets.count > 10, "the reader of patterns has found too few")
    for file in try targets.flatMap({ try sources(in: "\(folder)/\($0)") }) {
      let text = String(decoding: try Files.read(file, limit: 1 << 20), as: UTF8.self)
      for word in ["Unsafe", "unsafe", "Unmanaged", "@unchecked"] {
        #expect(!text.contains(word), "\(file) has \(word): have its tests sanitized again")
      }
    }
  }
}
