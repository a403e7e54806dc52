import JSON
import Testing

@Suite struct JSONValueTests {
  @Test func readsEveryKindOfValue() throws {
    let value = try JSONValue.parse(
      #"{"z":null,"a":[true,false,-9223372036854775808,1.5],"t":"ä\n\u00e4","o":{}}"#)
    #expect(
      value == [
        "z": nil, "a": [true, false, .integer(.min), 1.5], "t": "ä\nä", "o": [:],
      ])
    #expect(value.object?.keys == ["z", "a", "t", "o"])
  }

  @Test(arguments: [
    "", "{", "[1,]", "nul", #"{"a":1,"a":2}"#, #"{"a":1,"\u0061":2}"#, "1 2", "NaN", "1e400",
    "9223372036854775808", "\"\\u0000\"", "\"\u{1}\"",
  ])
  func refusesWhatIsNoJSON(_ text: String) {
    #expect(throws: JSONError.self) { try JSONValue.parse(text) }
  }

  @Test func refusesBrokenUTF8() {
    #expect(throws: JSONError.self) { try JSONValue.parse([0x22, 0xC3, 0x22]) }
  }

  @Test func errorsNameLineAndColumn() throws {
    let error = #expect(throws: JSONError.self) { try JSONValue.parse("{\n  \"a\": 1,\n  oops }") }
    #expect(error?.line == 3)
    #expect(try #require(error).description.hasPrefix("no JSON at 3:"))
  }

  @Test func depthAndSizeAreBounded() throws {
    let limits = JSONValue.Limits(bytes: 100, depth: 3)
    #expect(try JSONValue.parse("[[[1]],[[2]]]", limits: limits).array?.count == 2)
    #expect(try JSONValue.parse(#"["[[[[[[","\"[[[["]"#, limits: limits).array?.count == 2)
    let deep = #expect(throws: JSONError.self) {
      try JSONValue.parse("[\n [[[1]]]]", limits: limits)
    }
    #expect(deep == JSONError(line: 2, column: 4, message: "nested deeper than 3"))
    #expect(throws: JSONError.self) {
      try JSONValue.parse(String(repeating: " ", count: 101), limits: limits)
    }
    #expect(throws: JSONError.self) {
      try JSONValue.parse(String(repeating: "[", count: 1 << 20))
    }
  }

  @Test func writesInOrderAndReadsBack() throws {
    let value: JSONValue = [
      "second": 2, "first": ["x": 0.1, "y": [nil, true, ""]], "text": "a\"b\\c\u{7}é🛩",
    ]
    #expect(value.text().hasPrefix(#"{"second":2,"first":{"x":0.1,"y":[null,true,""]},"text":"#))
    #expect(try JSONValue.parse(value.bytes(.indented)) == value)
  }

  @Test func whatIsNoNumberBecomesNull() {
    #expect(JSONValue.array([.double(.nan), .double(.infinity)]).text() == "[null,null]")
    #expect(JSONValue(Double.nan, places: 1) == .null)
    #expect(JSONValue(nil as Double?, places: 1) == .null)
    #expect(JSONValue(12.3456, places: 2).text() == "12.35")
  }

  @Test func seededGarbageNeverTraps() {
    var state: UInt64 = 42
    let alphabet = Array(#"{}[]",:0123456789.eE+-truefalsn\u "#.utf8) + [0, 0xC3, 0xFF]
    for _ in 0..<3000 {
      let bytes = (0..<24).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return alphabet[Int(state >> 33) % alphabet.count]
      }
      if let value = try? JSONValue.parse(bytes) {
        #expect((try? JSONValue.parse(value.bytes())) == value)
      }
    }
  }
}
