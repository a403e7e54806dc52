package import SyncContract

/// How two rows of one flight meet: group by group, as `docs/sync-contract.md` has it, so that an
/// edit on one box and an analysis on another both survive. Facts stay, and `updatedAt` is the newest.
package enum FlightMerge {
  /// The row that comes of what is `stored` and what is `offered`, both whole rows of `flights`. Of
  /// equals the stored side stays.
  package static func merged(stored: [ContractValue], offered: [ContractValue]) -> [ContractValue] {
    var row = stored
    if offered[logbook] == .bool(true) { row[logbook] = .bool(true) }
    if isLater(offered, than: stored, at: recents) { row[recents] = offered[recents] }
    if isLater(offered, than: stored, at: fieldsStamp) {
      row.replaceSubrange(fields, with: offered[fields])
    }
    if isNewerSummary(offered, than: stored) {
      row.replaceSubrange(summary, with: offered[summary])
    }
    if isLater(offered, than: stored, at: stamp) { row[stamp] = offered[stamp] }
    return row
  }

  private static func isNewerSummary(
    _ offered: [ContractValue], than stored: [ContractValue]
  ) -> Bool {
    if isLater(offered, than: stored, at: analysis) { return true }
    return offered[analysis] == stored[analysis]
      && isLater(offered, than: stored, at: summaryStamp)
  }

  /// Null is earlier than any number.
  private static func isLater(
    _ offered: [ContractValue], than stored: [ContractValue], at place: Int
  ) -> Bool {
    (offered[place].integer ?? .min) > (stored[place].integer ?? .min)
  }

  private static func place(_ name: String) -> Int {
    guard let place = ContractTable.flights.shape.index(of: name) else {
      preconditionFailure("flights has no \(name)")
    }
    return place
  }

  private static let logbook = place("inLogbook")
  private static let recents = place("lastOpenedAt")
  private static let fieldsStamp = place("fieldsUpdatedAt")
  private static let fields = place("pilot")...fieldsStamp
  private static let analysis = place("analysisVersion")
  private static let summaryStamp = place("summaryUpdatedAt")
  private static let summary = analysis...summaryStamp
  private static let stamp = place("updatedAt")
}
