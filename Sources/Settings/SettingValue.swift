import SyncContract

/// The value of a setting.
package enum SettingValue: Equatable, Sendable {
  case bool(Bool)
  case integer(Int64)
  case text(String)

  /// As it is stored and sent.
  package var json: String {
    switch self {
    case .bool(let flag): flag ? "true" : "false"
    case .integer(let number): String(number)
    case .text(let text): JSONText.write(text)
    }
  }

  /// As a person reads it.
  package var plain: String {
    if case .text(let text) = self { text } else { json }
  }

  package var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }
  package var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
  package var text: String? { if case .text(let text) = self { text } else { nil } }
}
