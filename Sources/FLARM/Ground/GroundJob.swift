/// A thing that a person wants of an instrument on the ground.
package enum GroundJob: Equatable, Sendable {
  /// What a FLARM is, how it is set and what it reports of itself.
  case flarmInfo
  /// The settings named, as they are.
  case flarmRead([SettingKey])
  case flarmWrite([SettingValue])
  /// The competition mode of a FLARM, its other flags kept.
  case flarmCompetition(Bool)
  /// Who flies, then the task if any, then a restart that makes it count.
  case flarmDeclare([SettingValue], FLARMTask?, restart: Bool)
  /// The list, and the flights chosen of it.
  case flarmLogbook(FlightSelection)
  /// Copies a FLARM's flights to its card.
  case flarmCopy
  /// `behindVario` of an LXNAV: it is a logger that a vario has to pass through to.
  case lxnavInfo(behindVario: Bool)
  case lxnavLogbook(FlightSelection, resume: [String: Int], behindVario: Bool)
  /// The rows of `LXNAVDeclaration`.
  case lxnavDeclare([String], behindVario: Bool)

  /// The conversation that does it, begun only on the ground; `isPromised` is for an instrument that
  /// does not say where it is.
  package func conversation(isPromised: Bool) -> any GroundConversation {
    switch self {
    case .flarmLogbook(let selection):
      GuardedConversation(LogbookSession(selection: selection), isPromised: isPromised)
    case .flarmCopy: GuardedConversation(CardCopySession(), isPromised: isPromised)
    case .lxnavInfo(let isBehind): Self.lxnav(LXNAVInfoSession(), isBehind, isPromised)
    case .lxnavLogbook(let selection, let resume, let isBehind):
      Self.lxnav(LXNAVLogbookSession(selection: selection, resume: resume), isBehind, isPromised)
    case .lxnavDeclare(let rows, let isBehind):
      Self.lxnav(LXNAVDeclarationSession(rows: rows), isBehind, isPromised)
    default:
      GuardedConversation(
        ConfigurationSession(steps, stopsAtRefusal: stopsAtRefusal), isPromised: isPromised)
    }
  }

  private static func lxnav(
    _ session: some GroundConversation, _ isBehindVario: Bool, _ isPromised: Bool
  ) -> any GroundConversation {
    isBehindVario
      ? GuardedConversation(DirectConversation(session), isPromised: isPromised)
      : GuardedConversation(session, isPromised: isPromised)
  }

  /// Questions go on behind a refusal; changes do not.
  private var stopsAtRefusal: Bool {
    switch self {
    case .flarmInfo, .flarmRead: false
    default: true
    }
  }

  private var steps: [ConfigurationSession.Step] {
    switch self {
    case .flarmInfo: Self.infoSteps
    case .flarmRead(let keys): keys.map { .command(.read($0)) }
    case .flarmWrite(let values): values.map { .command(.write($0)) }
    case .flarmCompetition(let isOn): [.competition(isOn)]
    case .flarmDeclare(let who, let task, let restarts):
      who.map { .command(.write($0)) }
        + (task?.commands ?? []).map(ConfigurationSession.Step.command)
        + (restarts ? [.command(.restart)] : [])
        + (restarts && task != nil ? [.command(.readTask)] : [])
    default: []
    }
  }

  private static var infoSteps: [ConfigurationSession.Step] {
    [.command(.readVersion)] + InfoKey.allCases.map { .command(.readInfo($0)) }
      + SettingKey.allCases.map { .command(.read($0)) }
      + [.command(.readFlags), .command(.readTask), .command(.readErrors)]
  }
}
