import ConfigFile
import Testing

@Suite struct ConfigDocumentTests {
  private func parse(_ text: String) -> ConfigDocument {
    ConfigDocument(file: "a.conf", bytes: text.utf8)
  }

  private func messages(_ text: String) -> [String] { parse(text).problems.map(\.description) }

  @Test func readsSectionsKeysAndComments() {
    let document = parse(
      "# one\n; two\n\n[gpsd]\n  host = a b  \nport=1\n[gpsd]\n[ log ]\nlevel =\n")
    #expect(document.problems == [])
    #expect(document.sections.map(\.name) == ["gpsd", "gpsd", "log"])
    #expect(document.sections.map(\.location.line) == [4, 7, 8])
    #expect(document.sections[0].entries.map(\.key) == ["host", "port"])
    #expect(document.sections[0].entries.map(\.value) == ["a b", "1"])
    #expect(document.sections[0].entries[1].location == ConfigLocation(file: "a.conf", line: 6))
    #expect(document.sections[2].entries.map(\.value) == [""])
  }

  @Test(arguments: [
    ("k = a # b ; c = d", "a # b ; c = d"),
    ("k = \"  a \"", "  a "),
    (#"k = "say \"a\" \\ b""#, #"say "a" \ b"#),
    ("k = \"\"", ""),
    (#"k = a "b" c"#, #"a "b" c"#),
    ("k = Zoë Übér ✈", "Zoë Übér ✈"),
    ("\tk\t=\tv\t", "v"),
  ])
  func takesTheWholeValue(line: String, value: String) {
    let document = parse("[s]\n\(line)\n")
    #expect(document.problems == [])
    #expect(document.sections.first?.entries.map(\.value) == [value])
  }

  @Test func toleratesByteOrderMarkAndWindowsLineEnds() {
    let document = parse("\u{FEFF}[s]\r\nk = v\r\n# c\r\n")
    #expect(document.problems == [])
    #expect(document.sections.first?.entries.map(\.value) == ["v"])
  }

  @Test func neverCutsALongValue() {
    let value = String(repeating: "x", count: ConfigDocument.maximumLine - 4)
    #expect(parse("[s]\nk = \(value)").sections[0].entries[0].value == value)
    #expect(
      messages("[s]\nk = \(value)y").map { $0.hasPrefix("a.conf:2: line is longer") } == [true])
  }

  @Test func reportsEveryProblemWithFileAndLine() {
    let found = messages(
      """
      early = 1
      [s
      passed = over
      [s]
      k = 1
      nonsense
      k = 2
      b d = 3
      q = "open
      r = "a" b
      t = "a\\n"
      []
      """)
    #expect(
      found.map { $0.split(separator: ":")[1] } == ["1", "2", "6", "7", "8", "9", "10", "11", "12"])
    #expect(found.allSatisfy { $0.hasPrefix("a.conf:") })
    #expect(found[0].contains("'early' stands before the first [section]"))
    #expect(found[1].contains("does not end with ']'"))
    #expect(found[3].contains("already given in line 5"))
    #expect(found[5].contains("never closed"))
  }

  @Test func namesTheLineThatIsNotText() {
    let bytes =
      Array("[s]\nk = a".utf8) + [0xFF, 0x0A] + Array("l = b\nm = c\u{1}\n# ".utf8) + [0xC3]
    let document = ConfigDocument(file: "a.conf", bytes: bytes)
    #expect(document.problems.map(\.location.line) == [2, 4, 5])
    #expect(document.problems[0].message.contains("UTF-8"))
    #expect(document.problems[1].message.contains("control character"))
    #expect(document.sections[0].entries.map(\.key) == ["l"])
  }

  @Test func boundsProblemsAndSize() {
    let flood = parse(String(repeating: "nonsense\n", count: 5000)).problems
    #expect(flood.count == ConfigDocument.maximumProblems + 1)
    #expect(flood.last?.message.contains("more problems") == true)
    let large = ConfigDocument(
      file: "a.conf", bytes: [UInt8](repeating: 0x0A, count: ConfigDocument.maximumFile + 1))
    #expect(large.problems.count == 1)
  }

  @Test func keepsKeysOfASectionWithTheSameNameApart() {
    #expect(messages("[s]\nk = 1\n[s]\nk = 2\n") == [])
  }
}
