import NMEA
import Testing

@Suite("Fields")
struct FieldTests {
  private func field(_ text: String) throws -> Field {
    let body = "X,\(text)"
    let sum = String(body.utf8.reduce(0, ^), radix: 16, uppercase: true)
    let line = "$\(body)*\(sum.count == 1 ? "0" : "")\(sum)"
    var fields = try Sentence(checking: Array(line.utf8)[...]).fields
    let first = fields.next()
    return try #require(first)
  }

  @Test(
    "decimals",
    arguments: [
      ("2.4", 240), ("-0.7", -70), ("12", 1200), ("+1.5", 150), (".5", 50), ("3.", 300),
      ("0.005", 1), ("-0.005", -1), ("0.0049", 0), ("1.999", 200), ("", nil), ("-", nil),
      (".", nil), ("1.2.3", nil), ("1e3", nil), ("nan", nil), ("12345678901234", nil),
      ("-9999999999999", nil), ("999999999999", 99_999_999_999_900), ("1.234567890123", 123),
      ("0x10", nil), (" 1", nil),
    ] as [(String, Int?)])
  func readsDecimals(_ text: String, _ expected: Int?) throws {
    #expect(try field(text).fixedPoint(decimals: 2) == expected)
  }

  @Test(
    "whole numbers",
    arguments: [("42", 42), ("-37", -37), ("4.0", nil), ("", nil)] as [(String, Int?)])
  func readsWholeNumbers(_ text: String, _ expected: Int?) throws {
    #expect(try field(text).integer == expected)
  }

  @Test func tellsEmptyFieldsFromMissingOnes() throws {
    var fields = try Sentence(checking: Array("$X,,1*69".utf8)[...]).fields
    #expect(fields.next()?.isEmpty == true)
    #expect(fields.next()?.integer == 1)
    #expect(fields.next() == nil)
    #expect(fields.next() == nil)
  }

  @Test(
    "decimals of any length",
    arguments: [
      ("2.4", 2.4), ("-0.7", -0.7), ("+0921.4310", 921.431), (".5", 0.5), ("3.", 3),
      ("4722.613212345678", 4722.613212345678), ("1.23456789012345678", 1.23456789012345678),
      ("", nil), ("-", nil), (".", nil), ("1.2.3", nil), ("1e3", nil), ("nan", nil), ("inf", nil),
      ("123456789012345678", nil), ("0.1234567890123456789", nil), ("0x10", nil), (" 1", nil),
    ] as [(String, Double?)])
  func readsNumbers(_ text: String, _ expected: Double?) throws {
    #expect(try field(text).decimal == expected)
  }

  private func altitude(_ line: String) throws -> InstrumentAltitude? {
    let sentence = try Sentence(checking: Array(line.utf8)[...])
    guard case .reading(let reading)? = InstrumentSentence.read(sentence)?.content else {
      return nil
    }
    return reading.altitude
  }

  @Test func readsPressureAltitudes() throws {
    for row in try Table.rows("nmea/pgrmz/pgrmz.tsv") {
      let expected = Double(row[2]).map { Int32(($0 * 100).rounded()) }
      #expect(try altitude(row[1])?.metres.hundredths == expected, "\(row[0])")
    }
  }

  @Test func readsMetresToo() throws {
    #expect(
      try altitude("$PGRMZ,960,m,3*1F") == InstrumentAltitude(metres: 960, reference: .unknown))
  }
}
