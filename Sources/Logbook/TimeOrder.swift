import FlightModel
package import RecordingModel

/// Lets fixes through in strictly increasing time, so that no step of a clock reaches a file.
///
/// A fix that is not newer than the one before it is left out. A jump ahead is believed only when a
/// few fixes go on from there, and so is the first fix: a single one with a wrong time, seventy
/// seconds ahead, must not hide the seventy seconds after it.
package struct TimeOrder: Sendable {
  /// A step ahead longer than this is looked at, ms: longer than a receiver's pause, shorter than a
  /// wrong date.
  package static let doubtfulStep: Int64 = 5000
  /// So many fixes in a row, with no such step between them, confirm a jump.
  package static let confirmations = 5
  /// So many fixes are believed however they step: a receiver may give one fix in ten seconds.
  private static let longestDoubt = 12

  /// Fixes that were left out.
  package private(set) var leftOut = 0
  private var newest: UTCInstant?
  /// Beyond a jump that is not confirmed yet, in increasing time.
  private var doubtful: [FixRecord] = []
  /// A fix that was left out bore a pilot's mark; the next one that passes takes it over.
  private var isMarked = false

  package init() {}

  /// Takes the next fix in the order of arrival and passes on those that are settled.
  package mutating func take(_ fix: FixRecord, _ pass: (FixRecord) -> Void) {
    if let newest, fix.recordedAt <= newest { return leaveOut(fix) }
    if doubtful.isEmpty, let newest, !isStep(newest, fix.recordedAt) { return emit(fix, pass) }
    guard dropContradicted(by: fix) else { return leaveOut(fix) }
    doubtful.append(fix)
    if runLength >= Self.confirmations || doubtful.count >= Self.longestDoubt { settle(pass) }
  }

  /// Passes on what waited for a confirmation: no fix contradicts it any more.
  package mutating func finish(_ pass: (FixRecord) -> Void) { settle(pass) }

  private mutating func settle(_ pass: (FixRecord) -> Void) {
    for fix in doubtful { emit(fix, pass) }
    doubtful.removeAll(keepingCapacity: true)
  }

  private mutating func emit(_ fix: FixRecord, _ pass: (FixRecord) -> Void) {
    newest = fix.recordedAt
    var fix = fix
    if isMarked { fix.isPilotEvent = true }
    isMarked = false
    pass(fix)
  }

  /// Drops the doubtful fixes that are not older than a new one, if they came by a jump; false if
  /// it is the new one that goes back.
  private mutating func dropContradicted(by fix: FixRecord) -> Bool {
    guard let index = doubtful.firstIndex(where: { $0.recordedAt >= fix.recordedAt })
    else { return true }
    if index > 0, !isStep(doubtful[index - 1].recordedAt, doubtful[index].recordedAt) {
      return false
    }
    let contradicted = doubtful[index...]
    doubtful.removeSubrange(index...)
    for fix in contradicted { leaveOut(fix) }
    return true
  }

  /// Doubtful fixes since the last jump among them.
  private var runLength: Int {
    var count = doubtful.isEmpty ? 0 : 1
    for index in doubtful.indices.dropFirst().reversed() {
      if isStep(doubtful[index - 1].recordedAt, doubtful[index].recordedAt) { break }
      count += 1
    }
    return count
  }

  private func isStep(_ earlier: UTCInstant, _ later: UTCInstant) -> Bool {
    later.milliseconds(since: earlier) > Self.doubtfulStep
  }

  private mutating func leaveOut(_ fix: FixRecord) {
    leftOut += 1
    guard fix.isPilotEvent else { return }
    if doubtful.isEmpty {
      isMarked = true
    } else {
      doubtful[doubtful.count - 1].isPilotEvent = true
    }
  }
}
