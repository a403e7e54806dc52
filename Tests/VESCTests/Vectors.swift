import Bytes
import JSON
import Linux
import TestSupport
import Testing

/// A row of `Fixtures/vesc/vesc.json`.
struct VectorRow: CustomTestStringConvertible, Sendable {
  let name: String
  let kind: String
  let bytes: [UInt8]
  let content: JSONValue

  var testDescription: String { name }
  /// What must come out; nil where the row is refused.
  var expect: JSONValue? { content["expect"] }
  var payload: [UInt8] {
    (content["payload"] ?? expect?["payload"])?.string.flatMap(Hexadecimal.decode) ?? []
  }

  static let all: [VectorRow] = {
    do {
      let path = PackageFolder.fixture("vesc/vesc.json")
      let file = try Files.read(path, limit: 1_000_000)
      let document = try JSONValue.parse(file)
      return try (document.array ?? []).map(VectorRow.init)
    } catch {
      preconditionFailure("the vectors cannot be read: \(error)")
    }
  }()

  static func rows(_ kind: String) -> [VectorRow] { all.filter { $0.kind == kind } }

  private init(_ content: JSONValue) throws {
    name = try #require(content["name"]?.string)
    kind = try #require(content["kind"]?.string)
    bytes = try #require(content["hex"]?.string.flatMap(Hexadecimal.decode))
    self.content = content
  }
}

extension JSONValue {
  /// Bytes written as hexadecimal text.
  var hexBytes: [UInt8]? { string.flatMap(Hexadecimal.decode) }

  /// A number written as hexadecimal text.
  var hexNumber: UInt64? { string.flatMap { UInt64($0, radix: 16) } }
}
