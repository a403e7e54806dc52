/// Why a setting was refused. The value itself is never repeated.
package enum SettingError: Error, Equatable, Sendable, CustomStringConvertible {
  case unknownKey(nearest: String?)
  case notAllowed(key: String, allowed: String)

  package var description: String {
    switch self {
    case .unknownKey(let nearest):
      "there is no such setting" + (nearest.map { "; did you mean \($0)?" } ?? "")
    case .notAllowed(let key, let allowed): "\(key) cannot have this value; allowed: \(allowed)"
    }
  }
}
