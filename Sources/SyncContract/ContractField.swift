/// One field of a table: its name, the values it may have, and the dialect that has it.
///
/// This declaration is all that encoder, decoder and validation know of a field.
package struct ContractField: Equatable, Sendable {
  /// The values that a field may have; `docs/sync-contract.md` explains each.
  package enum Kind: Equatable, Sendable {
    /// Text; its UTF-16 units are counted where there is a range.
    case text(units: ClosedRange<Int>?)
    /// 64 hexadecimal digits in lower case.
    case hash
    /// One of these texts.
    case choice([String])
    case bool
    case integer(IntegerRule)
    /// A finite double.
    case number
  }

  package let name: String
  package let kind: Kind
  package private(set) var isNullable = false
  package private(set) var dialect = ContractDialect.strict

  private init(_ name: String, _ kind: Kind) {
    self.name = name
    self.kind = kind
  }

  /// The same field, which may be null.
  var orNull: ContractField {
    var field = self
    field.isNullable = true
    return field
  }

  /// The same field, which only the extended dialect has.
  var extended: ContractField {
    var field = self
    field.dialect = .extended
    return field
  }
}

// The contract's types.
extension ContractField {
  private static let largest: Int64 = 9_007_199_254_740_991

  static func key(_ name: String) -> Self { Self(name, .text(units: 1...128)) }
  static func dkey(_ name: String) -> Self { Self(name, .text(units: 0...128)) }
  static func text(_ name: String) -> Self { Self(name, .text(units: nil)) }
  static func hash(_ name: String) -> Self { Self(name, .hash) }
  static func choice(_ name: String, _ texts: String...) -> Self { Self(name, .choice(texts)) }
  static func choice(_ name: String, among texts: [String]) -> Self { Self(name, .choice(texts)) }
  static func bool(_ name: String) -> Self { Self(name, .bool) }
  static func ms(_ name: String, multipleOf divisor: Int64 = 1) -> Self {
    Self(name, .integer(IntegerRule(range: 0...largest, divisor: divisor)))
  }
  static func i32(_ name: String) -> Self { i32(name, from: Int64(Int32.min)) }
  static func i32(_ name: String, from lowest: Int64) -> Self {
    Self(name, .integer(IntegerRule(range: lowest...Int64(Int32.max))))
  }
  static func cnt(_ name: String) -> Self { i32(name, from: 0) }
  static func i53(_ name: String) -> Self {
    Self(name, .integer(IntegerRule(range: -largest...largest)))
  }
  static func num(_ name: String) -> Self { Self(name, .number) }
}

extension ContractField {
  /// Why a value may not stand in this field, or nil. Every writer, the encoder and the decoder ask
  /// here.
  package func objection(to value: ContractValue) -> ContractError.Kind? {
    switch (kind, value) {
    case (_, .null): isNullable ? nil : .unexpectedNull
    case (.integer(let rule), .integer(let number)): rule.allows(number) ? nil : .numberRange
    case (.text(let units), .text(let text)): Self.objection(to: text, units: units)
    case (.hash, .text(let text)): Self.isHash(text) ? nil : .badText
    case (.choice(let texts), .text(let text)): texts.contains(text) ? nil : .unknownChoice
    case (.bool, .bool): nil
    case (.number, .number(let number)): number.isFinite ? nil : .numberRange
    default: .unexpectedType
    }
  }

  private static func objection(
    to text: String, units: ClosedRange<Int>?
  ) -> ContractError.Kind? {
    if text.utf8.contains(0) { return .badText }
    guard let units else { return nil }
    // A UTF-16 unit takes at most three bytes of UTF-8, so a long text need not be counted.
    let bytes = text.utf8.count
    if bytes > units.upperBound * 3 { return .keyLength }
    return units.contains(text.utf16.count) ? nil : .keyLength
  }

  private static func isHash(_ text: String) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}

/// The whole numbers that a field may have.
package struct IntegerRule: Equatable, Sendable {
  package let range: ClosedRange<Int64>
  /// They are multiples of this.
  package let divisor: Int64

  init(range: ClosedRange<Int64>, divisor: Int64 = 1) {
    self.range = range
    self.divisor = divisor
  }

  @inline(__always)
  func allows(_ number: Int64) -> Bool {
    range.contains(number) && (divisor == 1 || number % divisor == 0)
  }
}
