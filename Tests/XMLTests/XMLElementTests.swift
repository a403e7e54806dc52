import Testing
import XML

@Suite struct XMLElementTests {
  @Test func anElementHasAttributes() {
    #expect(XMLElement(name: "Task", attributes: ["type": "AAT"]).attributes["type"] == "AAT")
  }
}
