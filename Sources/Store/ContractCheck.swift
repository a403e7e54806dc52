import RecordingModel
import SQLite
import SyncContract
import Telemetry

// What is stored can be sent: rows are held to the contract before they are written. Frames and
// buckets come by the thousand; their types hold them to 32 bits, so that only what a type allows
// and the contract does not is looked at. A test compares this with the contract's own verdict.

extension TelemetryFrame {
  /// Whether the contract can carry this frame once its time is known.
  var isWithinContract: Bool {
    capturedAtMs.map(ContractBounds.milliseconds.contains) ?? true
      && ContractBounds.milliseconds.contains(elapsedRealtimeMs)
      && flags.rawValue >= 0 && changedMask1 >= 0 && changedMask2 >= 0
      && motion.odometerCm.map(ContractBounds.i53.contains) ?? true
      && location.map { ContractBounds.milliseconds.contains($0.locationTimestampMs) } ?? true
  }
}

extension MinuteBucket {
  /// Whether the contract can carry this bucket.
  var isWithinContract: Bool {
    bucketStartMs % 60_000 == 0 && areTimesWithinContract && areCountsWithinContract
      && areSumsWithinContract
  }

  private var areTimesWithinContract: Bool {
    [bucketStartMs, firstSampleAtMs, lastSampleAtMs, firstMovingAtMs ?? 0, lastMovingAtMs ?? 0]
      .allSatisfy(ContractBounds.milliseconds.contains)
  }

  private var areCountsWithinContract: Bool {
    sampleCount >= 0 && movingSpeedSampleCount ?? 0 >= 0 && faultCount >= 0
      && gpsPointCount >= 0 && preciseGpsPointCount >= 0
  }

  private var areSumsWithinContract: Bool {
    [
      sumAbsSpeedCentiKmh, sumMovingAbsSpeedCentiKmh ?? 0, batteryUsedWhMilli,
      batteryRegenWhMilli, firstOdometerCm ?? 0, lastOdometerCm ?? 0, gpsDistanceCm,
    ].allSatisfy(ContractBounds.i53.contains)
  }
}

extension ContractRow {
  /// The row of a marker.
  init(_ marker: TelemetryMarker) {
    self.init(
      .telemetryMarkers,
      [
        .integer(marker.occurredAtMs), .integer(marker.elapsedRealtimeMs),
        .text(marker.kind.rawValue), ContractValue(marker.boardID), ContractValue(marker.message),
        ContractValue(marker.gapMs),
      ])
  }

  /// The row of a Diagnostic Event.
  init(_ event: DiagnosticEvent) {
    self.init(
      .diagnosticEvents,
      [
        .integer(event.occurredAtMs), .integer(event.elapsedRealtimeMs), .text(event.eventName),
        ContractValue(event.operation), ContractValue(event.phase), ContractValue(event.boardID),
        ContractValue(event.message), .text(FlatObject.encode(event.properties)),
      ])
  }

  /// The row of a range.
  init(_ range: MetricExclusionRange) {
    self.init(
      .metricExclusionRanges,
      [
        .text(range.boardID), .text(range.reason.rawValue), .integer(range.startMs),
        .integer(range.endMs), ContractValue(range.sampleCount),
      ])
  }

  /// Throws what the contract has against sending this row, its size included.
  func checkSendable() throws(ContractError) {
    let bytes = try ContractEncoder(dialect: .extended).encode(self).count
    let whole = ContractBody.byteCount(ofRow: bytes, alone: table)
    if whole > ContractLimits().bytes { throw ContractError(.rowTooLarge, table: table) }
  }

  /// Whether this row can be sent.
  var isSendable: Bool { (try? checkSendable()) != nil }
}

/// Texts held to what the contract can carry, where refusing one would lose what hangs on it.
enum ContractKey {
  static let longest = 128

  /// The text without NUL, cut between characters if it is too long.
  static func fitting(_ text: String) -> String {
    let text = withoutNul(text)
    guard text.utf16.count > longest else { return text }
    var units = 0
    return String(
      text.prefix { character in
        units += character.utf16.count
        return units <= longest
      })
  }

  /// The text without NUL.
  static func withoutNul(_ text: String) -> String {
    text.utf8.contains(0)
      ? String(text.unicodeScalars.filter { $0.value != 0 }.map(Character.init)) : text
  }
}
