import FlightModel

/// What is asked seldom, between the samples; the most urgent first.
enum SlowQuestion: Int, CaseIterable, Sendable {
  /// Odometer, uptime, charge, how many controllers there are and which one is on the link.
  case setup
  /// What turns electrical into road speed.
  case limits
  /// Whether the package Refloat runs there.
  case refloatInfo
  case battery
  case pingCAN
  case alerts
  /// Refloat's odometer and charge, with the samples.
  case counters
  /// Whether it is still the same board.
  case firmware

  /// Time from one answer to the next question, ms.
  var periodMs: Int64 {
    switch self {
    case .setup, .counters: 2_000
    case .alerts: 5_000
    case .battery: 10_000
    case .firmware: 60_000
    case .limits, .refloatInfo, .pingCAN: 300_000
    }
  }
}

/// When each slow question is due.
struct SlowSchedule: Equatable, Sendable {
  /// How long a question rests that was never answered: after the first time, and after more.
  private static let restMs: [Int64] = [10_000, 1_800_000]
  /// How long one rests that was answered before, after its second and further misses; after the
  /// first it is asked at its time.
  private static let retryMs: [Int64] = [10_000, 60_000]

  private struct State: Equatable, Sendable {
    var dueAt: MonotonicInstant
    var hasAnswered = false
    var misses = 0
  }

  private var states: [State]

  /// Everything is due at once.
  init(at now: MonotonicInstant) {
    states = SlowQuestion.allCases.map { _ in State(dueAt: now) }
  }

  /// The first question that is due among those that make sense.
  func due(at now: MonotonicInstant, where makesSense: (SlowQuestion) -> Bool) -> SlowQuestion? {
    SlowQuestion.allCases.first { isDue($0, at: now) && makesSense($0) }
  }

  func isDue(_ question: SlowQuestion, at now: MonotonicInstant) -> Bool {
    states[question.rawValue].dueAt <= now
  }

  /// Whether it was answered.
  func hasAnswered(_ question: SlowQuestion) -> Bool { states[question.rawValue].hasAnswered }

  /// Whether it was answered, or asked twice in vain.
  func isSettled(_ question: SlowQuestion) -> Bool {
    hasAnswered(question) || isFailing(question)
  }

  mutating func answered(_ question: SlowQuestion, at now: MonotonicInstant) {
    states[question.rawValue] = State(
      dueAt: now.advanced(byMilliseconds: question.periodMs), hasAnswered: true)
  }

  /// Whether it was asked twice in vain since the last answer.
  func isFailing(_ question: SlowQuestion) -> Bool { states[question.rawValue].misses >= 2 }

  mutating func missed(_ question: SlowQuestion, at now: MonotonicInstant) {
    let state = states[question.rawValue]
    let rests = state.hasAnswered ? [question.periodMs] + Self.retryMs : Self.restMs
    let rest = rests[min(state.misses, rests.count - 1)]
    states[question.rawValue].misses = min(state.misses + 1, rests.count)
    states[question.rawValue].dueAt = now.advanced(byMilliseconds: rest)
  }

  /// As if it had been asked for the first time, in vain.
  mutating func forget(_ question: SlowQuestion, at now: MonotonicInstant) {
    states[question.rawValue] = State(dueAt: now)
    missed(question, at: now)
  }

  /// Asks again as soon as there is time.
  mutating func hasten(_ question: SlowQuestion, at now: MonotonicInstant) {
    states[question.rawValue].dueAt = min(states[question.rawValue].dueAt, now)
  }
}
