package import Bytes
package import FlightModel
package import IGC
package import RecordingModel
package import Waypoints

/// Makes the file and the logbook's entry of a recording that has ended.
///
/// It goes over the fixes twice, first to learn what they have and then to write them, with a look
/// at the first ones between, so that a day at 10 Hz needs no more memory than a minute; then it
/// reads the file back and compares.
package struct FlightFinisher {
  /// Calls its argument with every fix of the recording in the order of arrival, from the first
  /// one each time that it is called; an error of its argument ends it and is passed on.
  package typealias FixReplay = (_ body: (FixRecord) throws -> Void) throws -> Void
  /// Takes the next bytes of the file.
  package typealias FileSink = (_ bytes: [UInt8]) throws -> Void
  /// Makes the file durable and calls its argument with all its bytes as the disk gives them back.
  package typealias FileReplay = (_ body: ([UInt8]) throws -> Void) throws -> Void

  /// What the headers say of this box.
  package struct Box: Equatable, Sendable {
    package var recorder: RecorderIdentity
    package var firmwareVersion: String
    package var hardwareVersion: String
    /// Maker and model of the GNSS receiver as far as known.
    package var receiver: String
    /// What is known of the pressure sensor; written only if the fixes have its altitudes.
    package var pressureSensor: String

    package init(
      recorder: RecorderIdentity, firmwareVersion: String, hardwareVersion: String,
      receiver: String, pressureSensor: String = "unknown"
    ) {
      self.recorder = recorder
      self.firmwareVersion = firmwareVersion
      self.hardwareVersion = hardwareVersion
      self.receiver = receiver
      self.pressureSensor = pressureSensor
    }
  }

  package let box: Box
  let rate: FixRate
  let digest: any MessageDigest
  let key: (any MessageSigner)?
  let isValid: IGCVerifier.SignatureCheck

  /// With fixes a second (`igc.rate`), SHA-256 and Ed25519 of the caller's library; without a key
  /// files are unsigned.
  package init(
    box: Box, rate: Int, digest: some MessageDigest, key: (any MessageSigner)?,
    isValid: @escaping IGCVerifier.SignatureCheck
  ) {
    self.box = box
    self.rate = FixRate(perSecond: rate)
    self.digest = digest
    self.key = key
    self.isValid = isValid
  }

  /// Writes the file of a recording, reads it back, and returns its entry.
  ///
  /// All fixes of the recording go into the file, ground time included, at `igc.rate`. The name is
  /// the next free one beside `names`, among which an earlier, interim file of the same recording
  /// must not be. A task is written with the time that it was declared at. A ride has a file too;
  /// whether an entry enters the logbook is the caller's decision.
  package func finish(
    _ recording: Recording, markers: [TelemetryMarker] = [], existingNames names: [String],
    importedAt: UTCInstant, task: FlightTask? = nil, fixes: FixReplay, write: FileSink,
    reread: FileReplay
  ) throws(LogbookError) -> FinishedFlight {
    let survey = try survey(recording.id, fixes)
    let selection = survey.selection(rate: rate.perSecond)
    let date = try date(recording.id, selection, fixes)
    let name = FlightNumber.nextName(on: date, by: box.recorder, existing: names)
    var draft = FlightDraft(
      writer: IGCWriter(header: header(recording, name, survey, task), digest: digest, key: key),
      comments: FileComment.all(of: markers),
      figures: FlightFigures(
        takeoffAt: recording.progress.takeoffAt, landingAt: recording.progress.landingAt),
      digest: digest)
    try self.write(&draft, recording.id, selection, fixes, write)
    let written = draft.outcome()
    guard written.fixes.written > 0 else { throw LogbookError(recording.id, .noFixes) }
    let inspection = try inspect(recording.id, reread)
    if let fault = inspection.fault(comparedWith: written, signedBy: key?.publicKeyBytes) {
      throw LogbookError(recording.id, .notAsWritten(fault))
    }
    return FinishedFlight(
      entry: written.entry(recording, name.long, importedAt), fixesRead: survey.fixesRead,
      fixesInFile: inspection.fixCount, signingFailures: written.signingFailures)
  }

  private func header(
    _ recording: Recording, _ name: FileName, _ survey: FixSurvey, _ task: FlightTask?
  ) -> FileHeader {
    let hasPressure = survey.inventory.contains(.pressureAltitude)
    return FileHeader(
      recorder: box.recorder, declaration: recording.declaration,
      firmwareVersion: box.firmwareVersion, hardwareVersion: box.hardwareVersion,
      receiver: box.receiver, pressureSensor: hasPressure ? box.pressureSensor : nil,
      flightOfDay: name.flightOfDay, extensions: survey.inventory.extensions, rate: rate,
      task: task.flatMap { $0.declaration(at: $0.declaredAt ?? recording.startedAt) },
      zones: task?.zoneRecords ?? [])
  }

  private func survey(
    _ id: RecordingID, _ fixes: FixReplay
  ) throws(LogbookError) -> FixSurvey {
    var survey = FixSurvey()
    do { try fixes { survey.take($0) } } catch {
      throw LogbookError(id, .fixesUnreadable("\(error)"))
    }
    return survey
  }

  /// The date of the first fix in the file, which its name and header need before it is written.
  private func date(
    _ id: RecordingID, _ selection: FixSelection, _ fixes: FixReplay
  ) throws(LogbookError) -> CivilDate {
    struct Found: Error {}
    var selection = selection
    var first: FixRecord?
    do {
      try fixes { fix in
        first = selection.take(fix)
        if first != nil { throw Found() }
      }
    } catch {
      if first == nil { throw LogbookError(id, .fixesUnreadable("\(error)")) }
    }
    guard let fix = first ?? selection.finish() else { throw LogbookError(id, .noFixes) }
    return fix.recordedAt.date
  }

  private func write(
    _ draft: inout FlightDraft, _ id: RecordingID, _ selection: FixSelection, _ fixes: FixReplay,
    _ sink: FileSink
  ) throws(LogbookError) {
    var failure: LogbookError?
    var selection = selection
    do {
      try lend(sink) { sink in
        try fixes { fix in
          guard let fix = selection.take(fix) else { return }
          draft.append(fix)
          try draft.deliver(to: sink, id, &failure)
        }
      }
      if let fix = selection.finish() { draft.append(fix) }
      try draft.deliver(to: sink, id, &failure, isLast: true)
    } catch {
      throw failure ?? LogbookError(id, .fixesUnreadable("\(error)"))
    }
  }

  private func inspect(
    _ id: RecordingID, _ reread: FileReplay
  ) throws(LogbookError) -> FileInspection {
    var inspection = FileInspection(digest: digest, isValid: isValid)
    do { try reread { inspection.feed($0) } } catch {
      throw LogbookError(id, .fileUnreadable("\(error)"))
    }
    inspection.finish()
    return inspection
  }
}

extension FlightDraft {
  /// Hands on what has gathered; `failure` tells a sink's error from one of the fixes' source,
  /// through which it passes.
  fileprivate mutating func deliver(
    to sink: FlightFinisher.FileSink, _ id: RecordingID, _ failure: inout LogbookError?,
    isLast: Bool = false
  ) throws {
    guard let bytes = drain(isLast: isLast), !bytes.isEmpty else { return }
    do { try sink(bytes) } catch {
      failure = LogbookError(id, .fileUnwritable("\(error)"))
      throw error
    }
  }
}

extension LogbookError {
  fileprivate init(_ recording: RecordingID, _ cause: Cause) {
    self.init(recording: recording, cause: cause)
  }
}
