/// How a lamp tells a state: on and off by turns, then from the start. None is steady, so that a lamp
/// that nobody drives tells nothing.
struct BlinkCode: Equatable, Sendable {
  /// How long on, off, on, …, ms.
  var stepsMs: [Int]

  init(stepsMs: [Int]) { self.stepsMs = stepsMs }

  /// From one start to the next.
  var periodMs: Int { stepsMs.reduce(0, +) }

  /// Short flashes, then a pause.
  init(flashes count: Int) {
    let steps = Array(repeating: [120, 240], count: count).flatMap(\.self).dropLast()
    stepsMs = steps + [2000 - steps.reduce(0, +)]
  }
}

extension LampState {
  /// One flash: ready. More flashes: something is missing. Mostly on: it records. Fast: a fault.
  var code: BlinkCode {
    switch self {
    case .fault: BlinkCode(stepsMs: [100, 100])
    case .noReceiver: BlinkCode(flashes: 3)
    case .noFix: BlinkCode(flashes: 2)
    case .idle: BlinkCode(stepsMs: [1000, 1000])
    case .armed: BlinkCode(flashes: 1)
    case .recording: BlinkCode(stepsMs: [1880, 120])
    }
  }
}
