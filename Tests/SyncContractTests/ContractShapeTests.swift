import Linux
import SyncContract
import TestSupport
import Testing

/// The declarations in `docs/sync-contract.md`, against those of the program.
@Suite struct ContractShapeTests {
  private func block(_ number: Int) throws -> [Substring] {
    let page = try Files.read(PackageFolder.root + "/docs/sync-contract.md", limit: 1 << 20)
    let blocks = String(decoding: page, as: UTF8.self).split(
      separator: "```", omittingEmptySubsequences: false)
    return blocks[number].split(separator: "\n")
  }

  @Test func documentedTablesAreThoseOfTheProgram() throws {
    let documented = try block(1).filter { !$0.hasPrefix(" ") }.dropLast()
    let declared = ContractTable.allCases.dropLast().map { table in
      table.rawValue + (table.dialect == .extended ? "+ " : " ")
        + table.shape.fields.map(\.spelling).joined(separator: " ")
    }
    #expect(documented.map(String.init) == declared)
    #expect(ContractTable.allCases.last == .deleteActions)
  }

  @Test func documentedKeysAreThoseOfTheProgram() throws {
    let documented = try block(1).filter { $0.hasPrefix(" ") }.map {
      String($0.drop { $0 == " " })
    }
    let declared = ContractTable.allCases.dropLast().map { table in
      var text = (["NK"] + table.naturalKey).joined(separator: " ")
      let (full, strict) = (table.changeStamp(in: .extended), table.changeStamp(in: .strict))
      if let full { text += " CS \(full)" }
      if let strict, strict != full { text += " (strict: \(strict))" }
      if let parent = table.parent { text += " parent \(parent.table.rawValue) \(parent.field)" }
      return text
    }
    #expect(documented == declared)
  }

  @Test func documentedTargetsAreThoseOfTheProgram() throws {
    let declared = DeleteTarget.allCases.map { target in
      target.rawValue + (target.dialect == .extended ? "+ " : " ")
        + target.identity.map(\.spelling).joined(separator: " ")
    }
    #expect(try block(3).map(String.init) == declared)
    for target in DeleteTarget.allCases {
      #expect(
        target.shape.fields.map(\.name)
          == ["target"] + target.table.naturalKey + ["deletedAt"])
    }
  }

  @Test func documentedKindsAreThoseOfTheProgram() throws {
    let page = try Files.read(PackageFolder.root + "/docs/sync-contract.md", limit: 1 << 20)
    let text = String(decoding: page, as: UTF8.self)
    for kind in [
      ContractError.Kind.tooLarge, .tooManyRows, .rowTooLarge, .malformed, .trailingBytes,
      .unknownTable, .duplicateTable, .tableOrder, .emptyTable, .unknownField, .duplicateField,
      .missingField, .unexpectedType, .unexpectedNull, .numberRange, .keyLength, .unknownChoice,
      .badText, .wrongShape,
    ] { #expect(text.contains("`\(kind.rawValue)`")) }
  }

  @Test func aStrictRowIsTheBeginningOfAnExtendedOne() {
    #expect(ContractTable.all(in: .strict).count == 15)
    #expect(ContractTable.all(in: .extended) == ContractTable.allCases)
    #expect(ContractTable.allCases == ContractTable.allCases.sorted())
    for table in ContractTable.allCases {
      let fields = table.shape.fields
      let strict = table.shape.count(in: .strict)
      #expect(fields[..<strict].allSatisfy { $0.dialect == .strict })
      #expect(fields[strict...].allSatisfy { $0.dialect == .extended })
      #expect(Set(fields.map(\.name)).count == fields.count)
      for dialect in ContractDialect.allCases where dialect.includes(table.dialect) {
        let names = fields.prefix(table.shape.count(in: dialect)).map(\.name)
        for name in table.naturalKey + [table.changeStamp(in: dialect)].compactMap(\.self) {
          #expect(names.contains(name), "\(table) has no \(name)")
        }
      }
      if let parent = table.parent {
        #expect(parent.table < table && table.shape.index(of: parent.field) != nil)
      }
    }
  }
}

extension ContractField {
  /// As `docs/sync-contract.md` spells it.
  fileprivate var spelling: String {
    "\(name):\(type)\(isNullable ? "?" : "")\(dialect == .extended ? "+" : "")"
  }

  private var type: String {
    switch kind {
    case .text(nil): "text"
    case .text(1...128): "key"
    case .text(0...128): "dkey"
    case .hash: "hash"
    case .choice(let texts): texts.joined(separator: "|")
    case .bool: "bool"
    case .integer(let rule): Self.spelling(rule)
    case .number: "num"
    default: "?"
    }
  }

  private static func spelling(_ rule: IntegerRule) -> String {
    switch rule.range {
    case 0...9_007_199_254_740_991: rule.divisor == 1 ? "ms" : "ms%\(rule.divisor)"
    case -2_147_483_648...2_147_483_647: "i32"
    case 0...2_147_483_647: "cnt"
    case 1...2_147_483_647: "i32>0"
    case -9_007_199_254_740_991...9_007_199_254_740_991: "i53"
    default: "?"
    }
  }
}
