import SyncContract
import SyncPlan

/// The batch behind the one under way, read and packed while the server works at that one.
struct BatchAhead {
  /// The round under way.
  let ticket: SyncTicket
  let dialect: ContractDialect
  let limits: ContractLimits
  /// Where the cursors must stand for it to be the next one.
  let start: [CursorAdvance]
  let batch: SyncBatch
  let packed: [UInt8]

  /// Whether the round of a ticket, begun with these limits, would make this batch.
  func isNext(for next: SyncTicket, _ dialect: ContractDialect, _ limits: ContractLimits) -> Bool {
    ticket.generation == next.generation && ticket.round + 1 == next.round
      && self.dialect == dialect && self.limits == limits
  }
}

extension SyncService {
  /// Reads on behind a batch that is on its way. Nothing depends on it: what cannot be read now, or
  /// has changed by the time of the next round, that round reads itself.
  func readAhead(of ticket: SyncTicket) async {
    // The request goes first.
    await Task.yield()
    guard let round, round.ticket == ticket, !life.isHalted, case .batch(let batch) = round.work,
      batch.isCutShort, batch.fault == nil
    else { return }
    let next = try? await writing {
      try await store.scan(round.dialect, round.limits, beyond: batch.advances)
    }
    guard let next, next.rowCount > 0, next.fault == nil, self.round?.ticket == ticket,
      !life.isHalted
    else { return }
    ahead = BatchAhead(
      ticket: ticket, dialect: round.dialect, limits: round.limits, start: batch.advances,
      batch: next, packed: packed(next, in: round.dialect))
  }

  /// The batch that was read ahead, if it is what a scan would find now. Rows that came or changed
  /// meanwhile have higher numbers and follow it.
  func takeAhead(for ticket: SyncTicket, _ limits: ContractLimits) async throws -> BatchAhead? {
    guard let ahead, ahead.isNext(for: ticket, dialect, limits) else {
      ahead = nil
      return nil
    }
    self.ahead = nil
    return try await writing { try await store.stands(at: ahead.start) } ? ahead : nil
  }

  /// The body as it travels: the same array where gzip is not taken.
  func packed(_ batch: SyncBatch, in dialect: ContractDialect) -> [UInt8] {
    takesGzip(dialect) ? settings.compress(batch.body) : batch.body
  }
}
