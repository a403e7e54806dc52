import ControlAPI
import FlightModel
import RecordingModel
import RideLogs
import Store
import Telemetry

/// Decodes stored frames block by block into text, for an export of any length. Pulled by one
/// thread that may block.
final class TelemetryExport {
  private let selection: TelemetrySelection
  private let archive: Archive
  private var decoder = FrameDecoder()
  private var place: Place?
  private var hasHeader = false

  /// Where the export stands.
  private enum Place {
    case recording(RecordingID, after: Int64)
    /// Boards that are still to come; of the first one, frames from `time` on but those in `seen`.
    case boards([String], from: UTCInstant, seen: Set<Int64>)
    case end
  }

  /// Frames in a block: about 100 KB of text.
  private static let blockFrames = 500
  /// A keyframe comes at least this often, ms; a range is decoded from before its beginning.
  private static let leadMs: Int64 = 65_000

  init(_ selection: TelemetrySelection, archive: Archive) {
    self.selection = selection
    self.archive = archive
  }

  /// The next block, or nil at the end.
  func next() throws(ControlError) -> [UInt8]? {
    var bytes: [UInt8] = []
    if !hasHeader { bytes += header }
    hasHeader = true
    while bytes.count < 4096 {
      if place == nil { place = try beginning() }
      guard let place else { break }
      if case .end = place { return bytes.isEmpty ? nil : bytes }
      let frames = try frames(at: place)
      for stored in frames { append(stored.frame, to: &bytes) }
      self.place = advanced(place, past: frames)
    }
    return bytes
  }

  private var header: [UInt8] {
    switch selection.format {
    case .csv: TelemetryText.csvHeader
    case .jsonl: []
    case .vescTool: VESCToolWriter.header
    }
  }

  private func append(_ frame: TelemetryFrame, to bytes: inout [UInt8]) {
    guard let sample = decoder.decode(frame), isWanted(sample.capturedAtMs) else { return }
    switch selection.format {
    case .csv: TelemetryText.appendCSV(sample, to: &bytes)
    case .jsonl: TelemetryText.appendJSONLine(sample, to: &bytes)
    case .vescTool: VESCToolWriter.append(sample, to: &bytes)
    }
  }

  private func isWanted(_ time: Int64) -> Bool {
    time >= selection.from?.milliseconds ?? .min && time < selection.to?.milliseconds ?? .max
  }

  // MARK: The walk

  private var start: UTCInstant {
    (selection.from ?? UTCInstant(milliseconds: 0)).advanced(byMilliseconds: -Self.leadMs)
  }

  private func beginning() throws(ControlError) -> Place {
    if let id = selection.recordingID.map(RecordingID.init) {
      let known = try query { (contents) throws(StoreError) in try contents.recording(id) }
      guard known != nil else {
        throw ControlError(
          .notFound, message: "there is no recording \(id)",
          hint: "barograph flights list names the recordings of flights")
      }
      return .recording(id, after: 0)
    }
    let boards = try query { (contents) throws(StoreError) in try contents.boards().map(\.id) }
    guard let wanted = selection.boardID else {
      return boards.isEmpty ? .end : .boards(boards, from: start, seen: [])
    }
    guard boards.contains(wanted) else {
      throw ControlError(
        .notFound, message: "there is no board \(wanted)", hint: "leave the board out to get all")
    }
    return .boards([wanted], from: start, seen: [])
  }

  private func frames(at place: Place) throws(ControlError) -> [StoredFrame] {
    switch place {
    case .end: return []
    case .recording(let id, let after):
      return try query { (contents) throws(StoreError) in
        var frames: [StoredFrame] = []
        try contents.forEachFrame(of: id, after: after) {
          frames.append($0)
          return frames.count < Self.blockFrames
        }
        return frames
      }
    case .boards(let boards, let from, let seen):
      let end = selection.to ?? UTCInstant(milliseconds: .max)
      guard from < end else { return [] }
      return try query { (contents) throws(StoreError) in
        var frames: [StoredFrame] = []
        try contents.forEachFrame(board: boards[0], in: from..<end) {
          if !seen.contains($0.rowID) { frames.append($0) }
          return frames.count < Self.blockFrames
        }
        return frames
      }
    }
  }

  private func advanced(_ place: Place, past frames: [StoredFrame]) -> Place {
    let isLast = frames.count < Self.blockFrames
    switch place {
    case .end: return .end
    case .recording(let id, _):
      return isLast ? .end : .recording(id, after: frames[frames.count - 1].rowID)
    case .boards(let boards, let from, let seen):
      if isLast {
        let rest = Array(boards.dropFirst())
        return rest.isEmpty ? .end : .boards(rest, from: start, seen: [])
      }
      let newest = frames[frames.count - 1].frame.capturedAtMs ?? from.milliseconds
      let atNewest = frames.filter { $0.frame.capturedAtMs == newest }.map(\.rowID)
      let time = UTCInstant(milliseconds: newest)
      return .boards(
        boards, from: time, seen: (time == from ? seen : []).union(atNewest))
    }
  }

  private func query<Result: Sendable>(
    _ body: @escaping @Sendable (StoreContents) throws(StoreError) -> Result
  ) throws(ControlError) -> Result {
    try blockingQuery(archive, body)
  }
}

/// Asks the archive from a thread that may wait.
func blockingQuery<Result: Sendable>(
  _ archive: Archive, _ body: @escaping @Sendable (StoreContents) throws(StoreError) -> Result
) throws(ControlError) -> Result {
  do throws(StoreError) {
    return try blockingCall(on: archive.loop) { await archive.result(of: body) }.get()
  } catch {
    throw ControlError(.storageFailed, message: "\(error)", hint: "see journalctl -u barographd")
  }
}
