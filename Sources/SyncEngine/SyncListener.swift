package import SyncPlan

/// Who is told when uploads need a person: the daemon, with an error in the journal and a hook.
package protocol SyncListener: Sendable {
  /// Uploads have stopped until a person acts; told when it begins, at each start and daily. Returns
  /// at once.
  func shout(_ pause: SyncPause)
}
