import Bytes
import FlightModel
import IGC
import RecordingModel

/// The second pass: the file as it grows, and what is computed of it on the way.
struct FlightDraft {
  /// Bytes are handed on after so many fixes.
  private static let fixesAPiece = 256

  private var writer: IGCWriter
  private var comments: ArraySlice<FileComment>
  private var figures: FlightFigures
  private var digest: any MessageDigest
  private var normaliser = NormalisedIGC()
  private var byteCount: Int64 = 0
  private var waiting = 0

  init(
    writer: IGCWriter, comments: [FileComment], figures: FlightFigures, digest: any MessageDigest
  ) {
    self.writer = writer
    self.comments = comments[...]
    self.figures = figures
    self.digest = digest
  }

  mutating func append(_ fix: FixRecord) {
    while let comment = comments.first, comment.at <= fix.recordedAt {
      writer.append(comment: comment.text)
      comments.removeFirst()
    }
    waiting += 1
    if writer.append(IGCFix(fix)) == nil { figures.take(fix) }
  }

  /// The next bytes of the file when enough have gathered, or all that are left; nil otherwise.
  mutating func drain(isLast: Bool) -> [UInt8]? {
    guard isLast || waiting >= Self.fixesAPiece else { return nil }
    waiting = 0
    if isLast { writer.finish() }
    let bytes = writer.drain()
    byteCount += Int64(bytes.count)
    digest.update(normaliser.feed(bytes))
    return bytes
  }

  /// What was written; ends the draft.
  mutating func outcome() -> WrittenFlight {
    digest.update(normaliser.finish())
    return WrittenFlight(
      id: Hexadecimal.encode(digest.finish()), byteCount: byteCount, figures: figures,
      fixes: writer.counts, signingFailures: writer.signingFailures)
  }
}

/// What is known of a file from having written it.
struct WrittenFlight {
  var id: String
  var byteCount: Int64
  var figures: FlightFigures
  var fixes: IGCWriter.Counts
  var signingFailures: Int

  func entry(_ recording: Recording, _ filename: String, _ importedAt: UTCInstant) -> FlightEntry {
    FlightEntry(
      id: id, recordingID: recording.id, filename: filename, igcBytes: byteCount,
      importedAt: importedAt, declaration: recording.declaration,
      firstFixAt: figures.firstFixAt ?? recording.startedAt,
      lastFixAt: figures.lastFixAt ?? recording.startedAt, fixCount: figures.fixCount,
      takeoffAt: figures.takeoffAt, landingAt: figures.landingAt,
      durationSeconds: figures.durationSeconds, heightGainedM: figures.heightGainedM)
  }
}

extension IGCFix {
  /// A kept fix as a file holds it.
  init(_ fix: FixRecord) {
    let quality: Quality =
      switch fix.mode {
      case .none: .none
      case .twoDimensional: .twoDimensional
      case .threeDimensional: .threeDimensional
      }
    self.init(
      time: fix.recordedAt, quality: quality, position: fix.position,
      pressureAltitudeCm: fix.pressureAltitudeCm, ellipsoidAltitudeCm: fix.gnssAltitudeCm,
      horizontalErrorCm: fix.horizontalErrorCm, satellitesUsed: fix.satellitesUsed,
      groundSpeedCmPerS: fix.groundSpeedCmPerS, trackCentiDeg: fix.bearingCentiDeg,
      varioCmPerS: fix.varioCmPerS, heartRate: fix.heartRate,
      oxygenSaturation: fix.oxygenSaturation, isPilotEvent: fix.isPilotEvent)
  }
}
