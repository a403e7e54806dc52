import Bytes

/// Every sentence that Barograph ever sends to a FLARM. What it must never send cannot be expressed.
package enum GroundCommand: Equatable, Sendable {
  case read(SettingKey)
  case readInfo(InfoKey)
  case write(SettingValue)
  case readFlags
  case writeFlags(CompetitionFlags)
  case newTask(name: DeclaredText)
  case addPoint(DeclaredPoint)
  case readTask
  case readVersion
  case readErrors
  /// Copies the flights to the card in the device.
  case copyFlights
  case enterBinary
  /// Starts the device anew, which makes a declaration count. Never in flight.
  case restart

  /// The sentence without `$`, checksum and line end.
  package var body: String {
    switch self {
    case .read(let key): "PFLAC,R,\(key.rawValue)"
    case .readInfo(let key): "PFLAC,R,\(key.rawValue)"
    case .write(let value): "PFLAC,S,\(value.key.rawValue),\(value.text)"
    case .readFlags: "PFLAC,R,CFLAGS"
    case .writeFlags(let flags): "PFLAC,S,CFLAGS,\(flags.rawValue)"
    case .newTask(let name): "PFLAC,S,NEWTASK,\(name.text)"
    case .addPoint(let point): "PFLAC,S,ADDWP,\(point.fields)"
    case .readTask: "PFLAC,R,TASK"
    case .readVersion: "PFLAV,R"
    case .readErrors: "PFLAE,R"
    case .copyFlights: "PFLAI,IGCREADOUT"
    case .enterBinary: "PFLAX"
    case .restart: "PFLAR,0"
    }
  }

  /// The bytes on the line. Before the binary mode a line end finishes whatever was half typed.
  package var line: [UInt8] {
    (self == .enterBinary ? [ASCII.lineFeed] : []) + SentenceText.framed(body)
  }

  /// The key or operation, as the device spells it.
  package var subject: String {
    switch self {
    case .read(let key): key.rawValue
    case .readInfo(let key): key.rawValue
    case .write(let value): value.key.rawValue
    case .readFlags, .writeFlags: "CFLAGS"
    case .newTask: "NEWTASK"
    case .addPoint: "ADDWP"
    case .readTask: "TASK"
    case .readVersion: "VERSION"
    case .readErrors: "ERRORS"
    case .copyFlights: "IGCREADOUT"
    case .enterBinary: "PFLAX"
    case .restart: "RESTART"
    }
  }

  /// What the answer to a change must repeat; nil for commands that change nothing.
  var echo: String? {
    switch self {
    case .write(let value): value.text
    case .writeFlags(let flags): String(flags.rawValue)
    case .newTask(let name): name.text
    case .addPoint(let point): point.fields
    default: nil
    }
  }
}

/// `CFLAGS`, of which one flag is ours to change; the others stay as they were read.
package struct CompetitionFlags: Equatable, Sendable {
  /// Fewer warnings, as competitions want them.
  package static let competition = 2

  package let rawValue: Int

  /// From what the device answered; nil if it is no number.
  package init?(answer: String) {
    guard let value = Int(answer), (0...65_535).contains(value) else { return nil }
    rawValue = value
  }

  private init(rawValue: Int) { self.rawValue = rawValue }

  package var isCompetition: Bool { rawValue & Self.competition != 0 }

  /// The same flags with the competition mode on or off.
  package func with(competition isOn: Bool) -> CompetitionFlags {
    CompetitionFlags(
      rawValue: isOn ? rawValue | Self.competition : rawValue & ~Self.competition)
  }
}
