import Bytes
import FLARM
import JSON
import Linux
import TestSupport
import Testing

/// The rows of `Fixtures/flarm/transfer/flarm.json`.
struct TransferVector: CustomTestStringConvertible {
  let json: JSONValue

  var name: String { json["name"]?.string ?? "?" }
  var kind: String { json["kind"]?.string ?? "?" }
  var testDescription: String { name }
  var bytes: [UInt8] { Hexadecimal.decode(json["hex"]?.string ?? "") ?? [] }

  static let all: [TransferVector] = {
    let path = PackageFolder.fixture("flarm/transfer/flarm.json")
    let bytes = try? Files.read(path, limit: 1 << 20)
    let json = bytes.flatMap { try? JSONValue.parse($0, limits: .init(bytes: 1 << 20)) }
    let rows = json?.array ?? []
    precondition(rows.count == 72, "\(path) has \(rows.count) rows")
    return rows.map(TransferVector.init)
  }()

  static func of(_ kind: String) -> [TransferVector] { all.filter { $0.kind == kind } }

  static func named(_ name: String) -> TransferVector { all.first { $0.name == name }! }

  /// Who speaks and what, of a conversation.
  var script: [(from: String, bytes: [UInt8])] {
    (json["script"]?.array ?? []).map {
      ($0["from"]?.string ?? "", Hexadecimal.decode($0["hex"]?.string ?? "") ?? [])
    }
  }
}

extension JSONValue {
  /// `{"value": …}` as a text, nil for null or absent.
  func fact(_ key: String) -> String? { self[key]?["value"]?.string }
}
