import PostgreSQL
import SyncContract

extension PostgresParameter {
  /// One column of many rows as an array.
  static func column(
    _ rows: [[ContractValue]], _ place: Int, _ kind: StorageColumn.Kind
  ) -> PostgresParameter {
    switch kind {
    case .text: .texts(rows.lazy.map { $0[place].text })
    case .integer: .int8s(rows.lazy.map { $0[place].integer })
    case .boolean: .bools(rows.lazy.map { $0[place].bool })
    case .number: .float8s(rows.lazy.map { $0[place].number })
    }
  }

  /// One value of a column.
  static func value(_ value: ContractValue, of kind: StorageColumn.Kind) -> PostgresParameter {
    switch kind {
    case .text: .text(value.text)
    case .integer: .int8(value.integer)
    case .boolean: .bool(value.bool)
    case .number: .float8(value.number)
    }
  }
}

extension PostgresRow {
  /// The columns of a table in their order.
  mutating func values(of table: StorageTable) -> [ContractValue] {
    var values: [ContractValue] = []
    values.reserveCapacity(table.columns.count)
    for column in table.columns {
      switch column.kind {
      case .text: values.append(ContractValue(text()))
      case .integer: values.append(ContractValue(int64()))
      case .boolean: values.append(ContractValue(bool()))
      case .number: values.append(ContractValue(double()))
      }
    }
    return values
  }
}
