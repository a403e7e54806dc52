/// How the screen is wanted; keys change it.
struct WatchView: Equatable, Sendable {
  /// What height, speed and climb are told in.
  enum Units: Sendable {
    /// m, km/h, m/s.
    case metric
    /// ft, kt, ft/min.
    case aviation
  }

  /// In which order sources stand.
  enum Order: Sendable, CaseIterable {
    case asConfigured
    case worstFirst
    case byName

    var next: Order {
      switch self {
      case .asConfigured: .worstFirst
      case .worstFirst: .byName
      case .byName: .asConfigured
      }
    }

    var text: String {
      switch self {
      case .asConfigured: "order"
      case .worstFirst: "worst"
      case .byName: "name"
      }
    }
  }

  /// What a key asks for beside another look.
  enum Action: Equatable, Sendable {
    case none
    case quit
    case interrupt
    case suspend
    case repaint
    case doctor
  }

  var units = Units.metric
  var order = Order.asConfigured
  var isLocalTime = false
  var isPaused = false
  var isHelpShown = false

  /// The keys of one byte among what a terminal sends; arrows and other keys that send a sequence
  /// (ECMA-48: `ESC [ … final`, `ESC O x`) are left out.
  static func keys(of bytes: some Collection<UInt8>) -> [UInt8] {
    var keys: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      guard byte == 0x1B else {
        keys.append(byte)
        continue
      }
      let kind = rest.popFirst()
      if kind == UInt8(ascii: "[") { rest = rest.drop { !(0x40...0x7E).contains($0) } }
      if kind == UInt8(ascii: "[") || kind == UInt8(ascii: "O") { _ = rest.popFirst() }
    }
    return keys
  }

  /// Takes a key as the terminal sends it. Help is left with any key.
  mutating func take(_ key: UInt8) -> Action {
    let wasHelpShown = isHelpShown
    isHelpShown = false
    switch key {
    case 0x03: return .interrupt
    case 0x0C: return .repaint
    case 0x1A: return .suspend
    case UInt8(ascii: "q"), UInt8(ascii: "Q"): return .quit
    case UInt8(ascii: "d"): return .doctor
    case UInt8(ascii: "p"): isPaused.toggle()
    case UInt8(ascii: "t"): isLocalTime.toggle()
    case UInt8(ascii: "u"): units = units == .metric ? .aviation : .metric
    case UInt8(ascii: "s"): order = order.next
    case UInt8(ascii: "?"), UInt8(ascii: "h"): isHelpShown = !wasHelpShown
    default: break
    }
    return .none
  }
}
