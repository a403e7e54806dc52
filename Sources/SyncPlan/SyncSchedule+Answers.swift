import FlightModel
import SyncContract

extension SyncSchedule {
  mutating func answered(
    _ answer: SyncAnswer, to shipment: Shipment, _ actions: inout [SyncAction]
  ) {
    switch answer {
    case .accepted: commit(hasMore: shipment.hasMore, isSent: true, &actions)
    case .refused(let status, let refusal):
      // Perhaps it no longer speaks the dialect of the batch; then resuming finds the right one.
      actions.append(.refreshAppStatus)
      stop(pause(.refused, refusal, status: status, shipment), &actions)
    case .unauthorized:
      actions += [.dropCredential, .refreshAppStatus]
      stop(SyncPause(.signInAgain, status: 401, version: version), &actions)
    case .forbidden(let refusal):
      actions.append(.refreshAppStatus)
      let reason: SyncPause.Reason =
        Self.updateSlugs.contains(refusal.slug) ? .updateRequired : .forbidden
      stop(pause(reason, refusal, status: 403), &actions)
    case .updateRequired:
      actions.append(.refreshAppStatus)
      stop(SyncPause(.updateRequired, status: 426, version: version), &actions)
    case .tooLarge(let refusal): shrink(shipment, refusal, &actions)
    case .unexpected(let status):
      actions.append(.refreshAppStatus)
      stop(SyncPause(.unexpectedAnswer, status: status, version: version), &actions)
    case .throttled(let waitMs): throttle(waitMs)
    case .failing(let waitMs):
      fail()
      if let waitMs { hold(waitMs) }
    case .unreachable: fail()
    case .timedOut:
      lowerTarget(after: shipment)
      fail()
    }
  }

  /// What a 403 says when a newer version would be let in.
  private static let updateSlugs: Set = ["update-required", "online-blocked", "app-blocked"]

  /// A pause with the row that the server has named, or the only one that was sent.
  private func pause(
    _ reason: SyncPause.Reason, _ refusal: ServerRefusal, status: Int, _ shipment: Shipment? = nil
  ) -> SyncPause {
    let only = shipment.flatMap { $0.rows == 1 ? $0.last : nil }
    return SyncPause(
      reason, table: refusal.table ?? only?.table, cursor: refusal.cursor ?? only?.cursor,
      field: refusal.field, status: status, slug: refusal.slug, version: version)
  }

  /// Half the bytes, or what the server allows, down to the floor; from there on, or when it was the
  /// rows, half the rows. So it ends with one row at the latest.
  private mutating func shrink(
    _ shipment: Shipment, _ refusal: ServerRefusal, _ actions: inout [SyncAction]
  ) {
    guard shipment.rows > 1 else {
      limits.rows = ContractLimits().rows
      actions.append(.keepLimits(limits))
      return stop(pause(.rowTooLarge, refusal, status: 413, shipment), &actions)
    }
    if shipment.bytes <= SyncTimings.floorBytes || refusal.slug == "too-many-rows" {
      limits.rows = min(limits.rows, shipment.rows / 2)
    } else {
      let half = shipment.bytes / 2
      let allowed = refusal.maxBytes.map { $0 < shipment.bytes ? $0 : half } ?? half
      limits.bytes = min(limits.bytes, max(allowed, SyncTimings.floorBytes))
    }
    targetBytes = min(targetBytes, limits.bytes)
    actions.append(.keepLimits(limits))
    goOn()
  }

  /// A slow connection gets smaller batches until they arrive.
  mutating func lowerTarget(after shipment: Shipment) {
    targetBytes = max(min(targetBytes, shipment.bytes) / 2, SyncTimings.floorBytes)
  }

  /// 429 waits as long as it says; from the second in a row at least as long as back-off too, so that
  /// a server that always says "soon" is not asked each second.
  private mutating func throttle(_ waitMs: Int64) {
    let before = failures
    fail()
    let backOffMs = SyncTimings.backOffMs(failures: before)
    backOffUntil = before == 0 ? nil : now.advanced(byMilliseconds: backOffMs)
    hold(waitMs)
  }

  private mutating func hold(_ waitMs: Int64) {
    let bounds = RetryAfter.boundsMs
    let bounded = min(max(waitMs, bounds.lowerBound), bounds.upperBound)
    retryAfterUntil = now.advanced(byMilliseconds: bounded)
  }
}
