package import FlightModel
package import SyncContract

/// What the schedule wants done, in this order.
package enum SyncAction: Equatable, Sendable {
  /// Read what waits and build a batch; answered by `scanned` or `scanFailed`.
  case scan(SyncTicket, ContractLimits)
  /// Send the batch; answered by `answered`. Connecting may take 10 s of `timeoutMs`.
  case send(SyncTicket, timeoutMs: Int64)
  /// Write the batch's cursors, unless the ticket's generation is past; answered by `committed` or
  /// `commitFailed`.
  case commit(SyncTicket)
  /// Abandon the round: no answer is awaited.
  case cancel(SyncTicket)
  /// Keep this ceiling across restarts.
  case keepLimits(ContractLimits)
  /// Keep the pause across restarts; nil forgets it.
  case keepPause(SyncPause?)
  /// Tell of a pause: error in the journal, hook.
  case shout(SyncPause)
  /// The Device Token is dead: remove it.
  case dropCredential
  case refreshAppStatus
  /// Send `wake` at this moment, and forget the one before; nil: nothing but an event goes on.
  case wake(MonotonicInstant?)
}
