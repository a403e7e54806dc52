import Linux
import SyncContract
import TestSupport

/// A folder of `Fixtures/sync-contract`; its README explains the files.
struct FixtureCase: CustomStringConvertible, Sendable {
  static let folder = PackageFolder.fixture("sync-contract")

  let name: String

  var description: String { name }

  /// The folders that begin with a prefix, or with none of the known ones.
  static func all(_ prefix: String? = nil) -> [FixtureCase] {
    let names = (try? Files.names(in: folder)) ?? []
    return names.sorted().filter { name in
      guard !name.contains(".") else { return false }
      if let prefix { return name.hasPrefix(prefix) }
      return !name.hasPrefix("answer-") && !name.hasPrefix("server-")
    }.map(FixtureCase.init)
  }

  func bytes(_ file: String) throws -> [UInt8] {
    try Files.read("\(Self.folder)/\(name)/\(file)", limit: 2 << 20)
  }

  /// The lines of `expected.txt` that begin with a word, without it.
  func expected(_ word: String) throws -> [String] {
    try String(decoding: bytes("expected.txt"), as: UTF8.self).split(separator: "\n")
      .filter { $0.hasPrefix(word + " ") }.map { String($0.dropFirst(word.count + 1)) }
  }

  func verdict(_ dialect: ContractDialect) throws -> String {
    let lines = try expected(dialect.rawValue)
    return lines.count == 1 ? lines[0] : "\(lines.count) verdicts"
  }
}

extension ContractError {
  /// As `expected.txt` spells it.
  var verdict: String {
    "refused \(kind.rawValue) \(table?.rawValue ?? "-") \(index.map(String.init) ?? "-") \(field ?? "-")"
  }
}

extension AcceptedCounts {
  /// As `expected.txt` spells them: those that are not 0.
  var text: String {
    let counts = ContractTable.all(in: dialect).filter { self[$0] != 0 }
      .map { "\($0.rawValue)=\(self[$0])" }
    return counts.isEmpty ? "-" : counts.joined(separator: " ")
  }
}
