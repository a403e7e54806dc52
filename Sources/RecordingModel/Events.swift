/// A row of `telemetry_markers`: something that happened to a recording, a gap with its cause for
/// example.
package struct TelemetryMarker: Equatable, Sendable {
  /// The contract's marker types.
  package enum Kind: String, Sendable {
    /// Fixes are missing; `message` names the cause, `gapMs` the length.
    case gap
    case connected
    case disconnected = "disconnect"
    case appStop = "app_stop"
    case autoPause = "auto_pause"
    /// The pilot pressed the button.
    case pilotEvent = "pilot_event"
    /// Another receiver became the active one.
    case receiverChanged = "receiver_changed"
  }

  package var occurredAtMs: Int64
  package var elapsedRealtimeMs: Int64
  package var kind: Kind
  package var boardID: String?
  package var message: String?
  package var gapMs: Int64?

  package init(
    occurredAtMs: Int64, elapsedRealtimeMs: Int64, kind: Kind, boardID: String? = nil,
    message: String? = nil, gapMs: Int64? = nil
  ) {
    self.occurredAtMs = occurredAtMs
    self.elapsedRealtimeMs = elapsedRealtimeMs
    self.kind = kind
    self.boardID = boardID
    self.message = message
    self.gapMs = gapMs
  }
}

/// A row of `diagnostic_events`: metadata about a failure for support; never a coordinate, a row or
/// a secret.
package struct DiagnosticEvent: Equatable, Sendable {
  package var occurredAtMs: Int64
  package var elapsedRealtimeMs: Int64
  /// Short stable name: `database-set-aside`, `clock-jump`.
  package var eventName: String
  package var operation: String?
  package var phase: String?
  package var boardID: String?
  package var message: String?
  /// Small facts, written as one flat JSON object.
  package var properties: [String: String]

  package init(
    occurredAtMs: Int64, elapsedRealtimeMs: Int64, eventName: String, operation: String? = nil,
    phase: String? = nil, boardID: String? = nil, message: String? = nil,
    properties: [String: String] = [:]
  ) {
    self.occurredAtMs = occurredAtMs
    self.elapsedRealtimeMs = elapsedRealtimeMs
    self.eventName = eventName
    self.operation = operation
    self.phase = phase
    self.boardID = boardID
    self.message = message
    self.properties = properties
  }
}

/// A row of `metric_exclusion_ranges`: a run of samples that a metric leaves out.
package struct MetricExclusionRange: Equatable, Sendable {
  /// Why they are left out.
  package enum Reason: String, CaseIterable, Sendable {
    /// Too slow to count for the average speed.
    case lowSpeed = "low_speed"
    /// The wheel turned without the ground: no maximum speed or duty.
    case freeSpin = "free_spin"
  }

  /// Empty for an unknown board.
  package var boardID: String
  package var reason: Reason
  /// Times of the first and the last sample.
  package var startMs: Int64
  package var endMs: Int64
  package var sampleCount: Int32

  package init(
    boardID: String, reason: Reason, startMs: Int64, endMs: Int64, sampleCount: Int32
  ) {
    self.boardID = boardID
    self.reason = reason
    self.startMs = startMs
    self.endMs = endMs
    self.sampleCount = sampleCount
  }
}
