package import FlightModel
package import RecordingModel

/// A line about the recording in its file, before the first fix that is not older.
package struct FileComment: Equatable, Sendable {
  package var at: UTCInstant
  package var text: String

  /// More of them than any flight needs would only bloat a file.
  static let limit = 1000

  /// The comments of a recording's markers in the order of time: gaps with their cause and length,
  /// and changes of the receiver.
  package static func all(of markers: some Sequence<TelemetryMarker>) -> [FileComment] {
    let comments = markers.compactMap { marker -> FileComment? in
      guard let text = text(of: marker) else { return nil }
      return FileComment(at: UTCInstant(milliseconds: marker.occurredAtMs), text: text)
    }
    return Array(comments.sorted { $0.at < $1.at }.prefix(limit))
  }

  private static func text(of marker: TelemetryMarker) -> String? {
    let detail = marker.message.map { ": \($0)" } ?? ""
    switch marker.kind {
    case .gap:
      let seconds = marker.gapMs.map { " of \($0.roundedSeconds) s" } ?? ""
      return "gap\(seconds)\(detail)"
    case .receiverChanged: return "receiver changed\(detail)"
    default: return nil
    }
  }
}
