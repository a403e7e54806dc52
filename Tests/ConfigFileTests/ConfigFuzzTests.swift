import ConfigFile
import SeededRandom
import Testing

@Suite struct ConfigFuzzTests {
  /// Bytes that mean something to the parser, and some that mean nothing to anybody.
  private static let alphabet: [UInt8] =
    Array("[]=#;\"\\ \t\r\n\nabk-_Z09é".utf8) + [0, 1, 0x7F, 0x80, 0xC3, 0xEF, 0xBB, 0xBF, 0xFF]

  @Test(arguments: 0..<40) func anyBytesGiveADocumentAndBoundedProblems(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<100 {
      let bytes = (0..<Int.random(in: 0...300, using: &generator)).map { _ in
        Self.alphabet.randomElement(using: &generator)!
      }
      let document = ConfigDocument(file: "f", bytes: bytes)
      let lines = bytes.count { $0 == 0x0A } + 1
      #expect(document.problems.allSatisfy { 1...lines ~= $0.location.line })
      #expect(document.sections.count + document.problems.count <= lines)
      for section in document.sections {
        let keys = section.entries.map(\.key)
        #expect(Set(keys).count == keys.count)
        #expect(!section.name.isEmpty && keys.allSatisfy { !$0.isEmpty })
      }
    }
  }

  @Test(arguments: 0..<20) func whatIsWrittenInQuotesIsReadBack(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed) + 1000)
    let characters = Array("ab \"\\#;=[]é✈\t")
    let values = (0..<50).map { _ in
      String(
        (0..<Int.random(in: 0...40, using: &generator)).map { _ in
          characters.randomElement(using: &generator)!
        })
    }
    var text = "[s]\n"
    for (index, value) in values.enumerated() {
      let escaped = value.reduce(into: "") {
        $0 += $1 == "\"" || $1 == "\\" ? "\\\($1)" : String($1)
      }
      text += "k\(index) = \"\(escaped)\"\(seed.isMultiple(of: 2) ? "\r\n" : "\n")"
    }
    let document = ConfigDocument(file: "f", bytes: text.utf8)
    #expect(document.problems == [])
    #expect(document.sections.first?.entries.map(\.value) == values)
  }
}
