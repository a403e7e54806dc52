import Testing
import XML

@Suite struct XMLDocumentTests {
  private func read(
    _ text: String, _ limits: XMLLimits = XMLLimits()
  ) throws(XMLError) -> XMLElement {
    try XMLDocument.read(Array(text.utf8), limits: limits)
  }

  private let task = """
    <?xml version="1.0"?>
    <!-- a comment --><Task type="AAT" name='&quot;S&#252;d&quot; &amp; &lt;N&gt;'>
      <Point type="Start">text<Waypoint name="A"/></Point>
      <Point type="Finish"/>
    </Task>
    """

  @Test func elementsAndAttributesAreRead() throws {
    #expect(
      try read(task)
        == XMLElement(
          name: "Task", attributes: ["type": "AAT", "name": "\"Süd\" & <N>"],
          children: [
            XMLElement(
              name: "Point", attributes: ["type": "Start"],
              children: [XMLElement(name: "Waypoint", attributes: ["name": "A"])]),
            XMLElement(name: "Point", attributes: ["type": "Finish"]),
          ]))
  }

  @Test(arguments: 1...9) func piecesGiveWhatTheWholeGives(size: Int) throws {
    let bytes = Array(task.utf8)
    let reader = try XMLReader()
    for start in stride(from: 0, to: bytes.count, by: size) {
      try reader.feed(Array(bytes[start..<min(bytes.count, start + size)]))
    }
    #expect(try reader.finish() == read(task))
  }

  @Test func latin1IsRead() throws {
    let bytes =
      Array("<?xml version='1.0' encoding='ISO-8859-1'?><a n='".utf8) + [0xFC] + Array("'/>".utf8)
    #expect(try XMLDocument.read(bytes).attributes["n"] == "ü")
  }

  @Test func aDocumentTypeIsRefusedBeforeAnEntityIsExpanded() {
    let laughs = """
      <!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
      <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]><lolz a="&c;"/>
      """
    #expect(throws: XMLError.hasDocumentType(line: 1)) { try read(laughs) }
    let external = "<!DOCTYPE a SYSTEM \"file:///etc/hostname\"><a/>"
    #expect(throws: XMLError.hasDocumentType(line: 1)) { try read(external) }
    #expect(throws: XMLError.self) { try read("<a n='&unknown;'/>") }
  }

  @Test(arguments: [
    ("", 1), ("<a>", 1), ("<a></b>", 1), ("<a/>\n<b/>", 2), ("<a n=1/>", 1), ("\n\nno", 3),
    ("<a n='1' n='2'/>", 1), ("<a>\u{0}</a>", 1),
  ])
  func whatIsNotWellFormedIsRefusedWithItsLine(text: String, line: Int) {
    let error = #expect(throws: XMLError.self) { try read(text) }
    guard case .malformed(line, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func boundsAreKept() {
    let limits = XMLLimits(bytes: 100, depth: 3, elements: 4, attributes: 2, textBytes: 8)
    func refusal(_ text: String) -> XMLError? {
      #expect(throws: XMLError.self) { try read(text, limits) }
    }
    #expect(refusal("<a><a><a><a/></a></a></a>") == .beyond(line: 1, .depth))
    #expect(refusal("<a><b/><b/><b/><b/></a>") == .beyond(line: 1, .elements))
    #expect(refusal("<a b='' c='' d=''/>") == .beyond(line: 1, .attributes))
    #expect(refusal("<a b='123456789'/>") == .beyond(line: 1, .text))
    #expect(refusal("<abcdefghi/>") == .beyond(line: 1, .text))
    #expect(
      refusal("<a>" + String(repeating: " ", count: 100) + "</a>") == .beyond(line: 1, .bytes))
    #expect(throws: Never.self) { try read("<a><b c='12345678' d=''><b/></b><b/></a>", limits) }
  }

  @Test func afterAnErrorNothingIsTaken() throws {
    let reader = try XMLReader(limits: XMLLimits(depth: 1))
    #expect(throws: XMLError.beyond(line: 1, .depth)) { try reader.feed(Array("<a><b>".utf8)) }
    #expect(throws: XMLError.beyond(line: 1, .depth)) { try reader.feed(Array("</b>".utf8)) }
    #expect(throws: XMLError.beyond(line: 1, .depth)) { try reader.finish() }
  }
}
