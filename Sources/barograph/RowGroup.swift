import CommandLineInterface
import ControlAPI
import FlightModel
import JSON
import SyncContract

/// One table of the contract as commands see it: `barograph zones list|add|set|delete`.
struct RowGroup: Sendable {
  /// What can be done with rows.
  enum Verb: CaseIterable, Sendable {
    case list, add, set, delete
  }

  /// The first word of the commands: `zones`.
  var word: String
  /// One row for people: `privacy zone`.
  var noun: String
  var target: DeleteTarget
  /// What `add` takes as arguments, in this order.
  var arguments: [RowOption]
  /// What a new row has where nothing is given.
  var defaults: [String: ContractValue] = [:]
  /// What `add` and `set` take as options.
  var options: [RowOption]
  /// Of `list`.
  var columns: [RowColumn]
  var verbs = Set(Verb.allCases)
  /// Told in the help of `add`, or of `list` where rows are imported.
  var details: String

  var table: ContractTable { target.table }
  /// `an alert rule`.
  var one: String { ("aeiou".contains(noun.first ?? "b") ? "an " : "a ") + noun }
}

/// A part of a row that a person gives.
struct RowOption: Sendable {
  var spec: OptionSpec
  /// The fields that a text stands for; nil if it cannot be read.
  var fields: @Sendable (String) -> [String: ContractValue]?
  /// For the message when it cannot be read: `a number of metres`.
  var expected: String

  init(
    _ name: String, _ value: String, _ help: String, expected: String,
    fields: @escaping @Sendable (String) -> [String: ContractValue]?
  ) {
    spec = OptionSpec(name, value, help)
    self.expected = expected
    self.fields = fields
  }

  /// A text as it is.
  static func text(_ name: String, _ field: String, _ value: String, _ help: String) -> RowOption {
    RowOption(name, value, help, expected: "a text") { [field: .text($0)] }
  }

  /// A JSON object, kept as it was written.
  static func object(_ name: String, _ field: String, _ value: String, _ help: String) -> RowOption
  {
    RowOption(name, value, help, expected: "a JSON object") { text in
      (try? JSONValue.parse(text))?.object == nil ? nil : [field: .text(text)]
    }
  }

  /// A whole number.
  static func whole(_ name: String, _ field: String, _ value: String, _ help: String) -> RowOption {
    RowOption(name, value, help, expected: "a whole number") { text in
      Int64(text).map { [field: .integer($0)] }
    }
  }

  /// Any number.
  static func number(_ name: String, _ field: String, _ value: String, _ help: String) -> RowOption
  {
    RowOption(name, value, help, expected: "a number") { text in
      Double(text).flatMap { $0.isFinite ? [field: .number($0)] : nil }
    }
  }

  static func yesNo(_ name: String, _ field: String, _ help: String) -> RowOption {
    RowOption(name, "yes|no", help, expected: "yes or no") { text in
      switch text {
      case "yes": [field: .bool(true)]
      case "no": [field: .bool(false)]
      default: nil
      }
    }
  }

  /// A day as the calendar has it.
  static func date(_ name: String, _ field: String, _ help: String) -> RowOption {
    RowOption(name, "DATE", help, expected: "a day like 2026-07-04") { text in
      let time = text.utf8.count == 10 ? UTCInstant(rfc3339: text + "T00:00:00Z") : nil
      return time.map { _ in [field: .text(text)] }
    }
  }

  /// A time of day and date in UTC.
  static func time(_ name: String, _ field: String, _ help: String) -> RowOption {
    RowOption(name, "TIME", help, expected: "a time like 2026-07-04T09:00:00Z") { text in
      UTCInstant(rfc3339: text).map { [field: .integer($0.milliseconds)] }
    }
  }
}

/// A column of a listing.
struct RowColumn: Sendable {
  var heading: String
  var text: @Sendable (ContractRow, ReadingUnits) -> String

  init(_ heading: String, _ text: @escaping @Sendable (ContractRow) -> String) {
    self.heading = heading
    self.text = { row, _ in text(row) }
  }

  /// A length of so many metres each; a dash where there is none.
  static func distance(_ heading: String, _ field: String, metres: Double = 1) -> RowColumn {
    var column = RowColumn(heading) { _ in "-" }
    column.text = { row, units in
      row[field]?.integer.map { units.text(distance: Double($0) * metres) } ?? "-"
    }
    return column
  }

  /// The value of a field as it is.
  static func plain(_ heading: String, _ field: String) -> RowColumn {
    RowColumn(heading) { $0[field]?.plainText ?? "-" }
  }

  /// The day and minute of a time.
  static func time(_ heading: String, _ field: String) -> RowColumn {
    RowColumn(heading) { row in
      guard let ms = row[field]?.integer else { return "-" }
      let time = UTCInstant(milliseconds: ms)
      return "\(StatusText.day(time)) \(StatusText.clock(time).prefix(5))Z"
    }
  }
}

extension ContractValue {
  /// For people; nil for null.
  var plainText: String? {
    switch self {
    case .null: nil
    case .bool(let flag): flag ? "yes" : "no"
    case .integer(let number): String(number)
    case .number(let number): Decimal.text(number, places: number == number.rounded() ? 0 : 2)
    case .text(let text): text
    }
  }
}
