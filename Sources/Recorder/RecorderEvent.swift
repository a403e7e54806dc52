package import BoardRules
package import FlightModel
package import RecordingModel

/// What a person asks of the recorder.
package enum RecorderCommand: Equatable, Sendable {
  /// Records from now on, whatever the policy.
  case start
  /// Ends the Recording that runs.
  case stop
  /// Marks the next fix (IGC event PEV), with the pilot's words or none.
  case mark(text: String)
}

/// What the recorder learns.
package enum RecorderEvent: Sendable {
  /// A position report of any receiver.
  case fix(Fix)
  /// Reports that were read together, in order; at most one commit comes of them, with all of them.
  case fixes([Fix])
  /// An instrument's reading.
  case sample(Sample)
  /// A receiver's link is gone.
  case receiverLost(ReceiverID, MonotonicInstant)
  /// A motor controller is there; `boardID` is the Board that the store knows it as.
  case boardAppeared(BoardIdentity, boardID: String, MonotonicInstant)
  case motor(MotorSample)
  case boardFacts(BoardFacts)
  /// A board's link is lost; the key is its identity's.
  case boardGone(key: String, MonotonicInstant)
  /// The system's clock is synchronised and says this.
  case clock(UTCInstant, MonotonicInstant)
  /// About once a second, whether or not anything else happens.
  case tick(MonotonicInstant)
  /// Answered by exactly one `accepted` or `rejected` in the same actions.
  case command(RecorderCommand)
  /// Who flies what from now on: of the next flight, and of one that is recorded but not in the air.
  case declaration(Declaration)
  /// Where rides are not recorded from now on.
  case privacyZones([PrivacyZone])
  /// The alert rules that are on from now on.
  case alertRules([AlertRule])
  /// The store made a batch durable.
  case committed(sequence: Int64)
  /// The store could not; the same batch will be sent again.
  case commitFailed(sequence: Int64, reason: String)
  /// The service ends: everything is sent, and committed answers are still awaited.
  case shutdown
}

/// How grave a message for the journal is.
package enum RecorderSeverity: Sendable { case info, notice, warning, error }

/// What the shell is asked to do.
package enum RecorderAction: Equatable, Sendable {
  /// Make a batch durable in one transaction and answer with its sequence. Batches are applied in
  /// the order of their sequence; one that comes twice is applied once.
  case commit(RecordingBatch, sequence: Int64)
  /// The Recording's end is durable: write its IGC.
  case finish(RecordingID)
  /// The Recording goes on after a restart, but the service ends now: what there is may be written
  /// as a file, to be replaced later.
  case writeInterim(RecordingID)
  /// The Recording never flew; its end is durable, no file is due and its rows may go.
  case discard(RecordingID)
  /// A rule has fired.
  case alert(AlertFiring)
  /// A Board Warning begins, changes or ends: its row is to be written or deleted.
  case warning(BoardWarningChange)
  /// A command was carried out; a sentence for the person.
  case accepted(String)
  /// A command was not; a sentence that says why and what to do.
  case rejected(String)
  /// A line for the journal, without a coordinate.
  case log(RecorderSeverity, String)
}
