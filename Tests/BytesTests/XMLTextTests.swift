import Bytes
import Testing

@Suite struct XMLTextTests {
  @Test func markupBecomesEntities() {
    #expect(XMLText.escaped("<a href=\"b\">'&'") == "&lt;a href=&quot;b&quot;&gt;&#39;&amp;&#39;")
  }

  @Test func whatXMLForbidsIsReplaced() {
    #expect(XMLText.escaped("\u{0}a\u{1B}\u{FFFF}") == "\u{FFFD}a\u{FFFD}\u{FFFD}")
    #expect(XMLText.escaped("one\ntwo\tthree\r") == "one two three ")
  }
}
