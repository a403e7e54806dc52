package import FlightModel
package import RecordingModel

/// A fix on its way to the store, and when it was received.
package struct KeptFix: Equatable, Sendable {
  package var record: FixRecord
  package var receivedAt: MonotonicInstant

  package init(record: FixRecord, receivedAt: MonotonicInstant) {
    self.record = record
    self.receivedAt = receivedAt
  }
}

/// The newest fixes, for the head of a Recording: 90 s of fix time, at most 2,000 fixes (100 s at
/// 20 Hz), about 250 kB.
package struct PreflightRing: Sendable {
  /// Fix time that is kept, ms: 60 s before take-off and the seconds until it is seen.
  package static let spanMs: Int64 = 90_000
  /// The most fixes.
  package static let capacity = 2_000

  private var slots: [KeptFix] = []
  private var head = 0
  /// How many fixes it holds.
  package private(set) var count = 0

  package init() {}

  /// The newest fix, to be improved in place by a second report of its time.
  package var newest: KeptFix? {
    get { count == 0 ? nil : slots[(head + count - 1) % slots.count] }
    set {
      guard count > 0, let newValue else { return }
      slots[(head + count - 1) % slots.count] = newValue
    }
  }

  /// Appends a fix and drops those that are too old.
  package mutating func append(_ fix: KeptFix) {
    while count > 0, isTooOld(slots[head], at: fix.record.recordedAt) { dropOldest() }
    if count == slots.count { grow() }
    if count == Self.capacity { dropOldest() }
    let slot = (head + count) % slots.count
    slots[slot] = fix
    count += 1
  }

  /// The fixes in increasing time.
  package var fixes: [KeptFix] {
    (0..<count).map { slots[(head + $0) % slots.count] }
  }

  /// Forgets all.
  package mutating func removeAll() {
    slots = []
    head = 0
    count = 0
  }

  private func isTooOld(_ fix: KeptFix, at time: UTCInstant) -> Bool {
    let age = time.milliseconds(since: fix.record.recordedAt)
    return age > Self.spanMs || age < 0
  }

  private mutating func dropOldest() {
    head = (head + 1) % slots.count
    count -= 1
  }

  private mutating func grow() {
    guard slots.count < Self.capacity else { return }
    let size = min(Self.capacity, max(128, slots.count * 2))
    var larger: [KeptFix] = []
    larger.reserveCapacity(size)
    for offset in 0..<count { larger.append(slots[(head + offset) % slots.count]) }
    let filler = KeptFix(
      record: FixRecord(
        recordedAt: UTCInstant(milliseconds: 0), mode: .none,
        position: Coordinate(latitudeE7: 0, longitudeE7: 0)),
      receivedAt: MonotonicInstant(nanoseconds: 0))
    while larger.count < size { larger.append(filler) }
    slots = larger
    head = 0
  }
}
