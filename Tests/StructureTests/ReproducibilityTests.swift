import Linux
import TestSupport
import Testing

/// What makes programs differ by the folder that they are built in; `make reproducible` compares them.
@Suite struct ReproducibilityTests {
  private func sources(in folder: String) throws -> [String] {
    try Files.names(in: folder).flatMap { name in
      let path = "\(folder)/\(name)"
      if name.hasSuffix(".swift") { return [path] }
      return name.contains(".") ? [] : try sources(in: path)
    }
  }

  @Test func closuresAreLentInOnePlace() throws {
    let files = try sources(in: PackageFolder.root + "/Sources")
    #expect(files.count > 100, "the reader of folders has found too few")
    for file in files where !file.hasSuffix("/Bytes/LentClosure.swift") {
      let text = String(decoding: try Files.read(file, limit: 1 << 20), as: UTF8.self)
      for word in ["withoutActuallyEscaping", "#filePath"] {
        #expect(!text.contains(word), "\(file) has \(word): its path would be in the program")
      }
    }
  }
}
