import Bytes
import JSON
import Linux
import TestSupport

/// The rows of `Fixtures/nmea/nmea.json`; `Fixtures/nmea/README.md` says how one reads.
struct VectorRow {
  enum Expectation {
    /// Fields by name: `{"value", "unit"}`, or null where the input says nothing.
    case fields(type: String, JSONObject)
    case unknown(type: String)
    case error(String)
    case stream(results: [String], pending: Int)
  }

  let name: String
  let bytes: [UInt8]
  let isWithheld: Bool
  let expectation: Expectation

  static func all() throws -> [VectorRow] {
    let file = try Files.read(PackageFolder.fixture("nmea/nmea.json"), limit: 1 << 20)
    guard let rows = try JSONValue.parse(file).array else { throw Failure() }
    return try rows.map(VectorRow.init)
  }

  private struct Failure: Error {}

  private init(_ row: JSONValue) throws {
    name = row["name"]?.string ?? ""
    bytes =
      row["hex"]?.string.flatMap { Hexadecimal.decode($0) }
      ?? Array((row["text"]?.string ?? "").utf8)
    isWithheld = row["expect"]?["drop"]?.string == "noTrack"
    if let error = row["error"]?.string {
      expectation = .error(error)
    } else if let lines = row["expect"]?["lines"]?.array,
      let pending = row["pending"]?.integer
    {
      let results = lines.map { $0["text"]?.string ?? "!" + ($0["error"]?.string ?? "") }
      expectation = .stream(results: results, pending: Int(pending))
    } else if let type = row["expect"]?["type"]?.string {
      let talker = row["expect"]?["talker"]?.string ?? ""
      let fields = row["expect"]?["fields"]?.object
      expectation = fields.map { .fields(type: talker + type, $0) } ?? .unknown(type: type)
    } else {
      throw Failure()
    }
  }
}

/// A decoded value as the fixture writes it.
enum FieldValue: Equatable {
  case number(Double)
  case text(String)
  case flag(Bool)
  case list([FieldValue?])

  init?(_ json: JSONValue) {
    switch json {
    case .null: return nil
    case .bool(let flag): self = .flag(flag)
    case .string(let text): self = .text(text)
    case .array(let items): self = .list(items.map(FieldValue.init))
    default:
      guard let number = json.double else { return nil }
      self = .number(number)
    }
  }

  init?(_ number: Double?) {
    guard let number else { return nil }
    self = .number(number)
  }

  init?(_ number: Int?) { self.init(number.map(Double.init)) }

  init?(_ text: String?) {
    guard let text else { return nil }
    self = .text(text)
  }

  init?(_ flag: Bool?) {
    guard let flag else { return nil }
    self = .flag(flag)
  }

  init?(letter: UInt8?) {
    guard let letter else { return nil }
    self = .text(String(UnicodeScalar(letter)))
  }

  /// Decimals agree to 1e-8, or to the last of the nine decimals that the fixture writes.
  func agrees(with other: FieldValue) -> Bool {
    switch (self, other) {
    case (.number(let left), .number(let right)):
      return abs(left - right) <= max(abs(right) * 1e-8, 6e-10)
    case (.list(let left), .list(let right)):
      return left.count == right.count
        && zip(left, right).allSatisfy { mine, expected in
          guard let mine, let expected else { return mine == nil && expected == nil }
          return mine.agrees(with: expected)
        }
    default: return self == other
    }
  }
}
