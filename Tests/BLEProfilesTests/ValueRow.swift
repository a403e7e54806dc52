import BLEProfiles
import Bytes
import JSON
import Linux
import TestSupport
import Testing

/// One row of the fixture.
struct ValueRow: Sendable, CustomTestStringConvertible {
  let name: String
  let characteristic: String
  let bytes: [UInt8]
  let expect: JSONValue?
  let error: String?

  init(_ row: JSONValue) throws {
    name = row["name"]?.string ?? ""
    characteristic = row["characteristic"]?.string ?? ""
    bytes = Hexadecimal.decode(row["hex"]?.string ?? "?") ?? []
    expect = row["expect"]
    error = row["error"]?.string
  }

  var testDescription: String { name }

  static let all: [ValueRow] = {
    do {
      let bytes = try Files.read(PackageFolder.fixture("ble/ble.json"), limit: 1_000_000)
      return try (JSONValue.parse(bytes).array ?? []).map { try ValueRow($0) }
    } catch {
      fatalError("Fixtures/ble/ble.json: \(error)")
    }
  }()

  static func all(_ characteristics: String...) -> [ValueRow] {
    all.filter { characteristics.contains($0.characteristic) }
  }

  /// The fields that the row lists; one given as null was not sent.
  var fields: [String: JSONValue] {
    var fields: [String: JSONValue] = [:]
    for member in expect?["fields"]?.object?.members ?? [] where !member.value.isNull {
      fields[member.key] = member.value
    }
    return fields
  }

  var trailing: Int { Int(expect?["trailing"]?.integer ?? 0) }
}

func isNear(_ value: Double?, _ expected: JSONValue?) -> Bool {
  guard let value, let expected = expected?.double else {
    return value == nil && (expected?.isNull ?? true)
  }
  return abs(value - expected) <= 1e-8 * max(abs(value), abs(expected))
}
