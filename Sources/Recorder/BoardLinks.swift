import FlightModel
import RecordingModel

/// The motor controllers that are there, and the one whose board is recorded: the first that speaks,
/// until it was silent for 10 s and another one speaks.
struct BoardLinks: Sendable {
  /// A board takes part while its newest sample is at most this old, ms.
  static let presenceMs: Int64 = 10_000
  /// Boards that are remembered; far more than are ridden together.
  static let most = 32

  private struct Link: Sendable {
    var boardID: String
    var isThere = true
    var lastSampleAt: MonotonicInstant?
  }

  private var links: [String: Link] = [:]
  private(set) var activeKey: String?
  /// Samples of boards that stand by.
  private(set) var standby = 0

  /// The board that is recorded.
  var activeBoardID: String? { activeKey.flatMap { links[$0]?.boardID } }

  /// When it last spoke.
  var lastSampleAt: MonotonicInstant? { activeKey.flatMap { links[$0]?.lastSampleAt } }

  /// A board is there; tells whether it was not before.
  mutating func appear(_ key: String, boardID: String) -> Bool {
    let isNews = links[key].map { !$0.isThere || $0.boardID != boardID } ?? true
    guard links[key] != nil || links.count < Self.most else { return false }
    links[key, default: Link(boardID: boardID)].boardID = boardID
    links[key]?.isThere = true
    return isNews
  }

  /// A link is lost; tells whether it was there.
  mutating func lose(_ key: String) -> Bool {
    guard let link = links[key], link.isThere else { return false }
    links[key]?.isThere = false
    return true
  }

  /// The board that a sample belongs to, if that is the one to record.
  mutating func board(of sample: MotorSample) -> String? {
    guard let link = links[sample.boardKey] else { return nil }
    links[sample.boardKey]?.lastSampleAt = sample.receivedAt
    if sample.boardKey != activeKey {
      guard !isPresent(at: sample.receivedAt) else {
        standby += 1
        return nil
      }
      activeKey = sample.boardKey
    }
    return link.boardID
  }

  func boardID(of key: String) -> String? { links[key]?.boardID }

  /// Whether the board that is recorded takes part now.
  func isPresent(at now: MonotonicInstant) -> Bool {
    lastSampleAt.map { elapsedMs(from: $0, to: now) <= Self.presenceMs } ?? false
  }
}
