package import FlightModel

/// A whole file in memory, as the reader understood it.
package struct IGCFile: Equatable, Sendable {
  package var recorder: String?
  package var date: CivilDate?
  package var headers: [HeaderLine] = []
  package var extensions: [ExtensionField] = []
  package var fixes: [TrackPoint] = []
  package var events: [FlightEvent] = []
  package var comments: [String] = []
  package var counts = IGCReader.Counts()

  package init() {}

  /// From all bytes of a file.
  package init(reading bytes: some Sequence<UInt8>) {
    var reader = IGCReader()
    reader.feed(bytes) { take($0) }
    reader.finish { take($0) }
    counts = reader.counts
  }

  /// The value of the first header of a subject, `PLT` for example.
  package func header(_ subject: String) -> String? {
    headers.first { $0.subject == subject }?.value
  }

  /// The text of an extension in a fix, nil if the file has it not.
  package func text(of code: String, in fix: TrackPoint) -> String? {
    guard let index = extensions.firstIndex(where: { $0.code == code }),
      index < fix.extensions.count
    else { return nil }
    return fix.extensions[index]
  }

  private mutating func take(_ record: IGCRecord) {
    switch record {
    case .recorder(let text): recorder = recorder ?? text
    case .date(let date): self.date = self.date ?? date
    case .header(let line): headers.append(line)
    case .extensions(let fields): extensions = fields
    case .fix(let fix): fixes.append(fix)
    case .event(let event): events.append(event)
    case .comment(let text): comments.append(text)
    case .other: break
    }
  }
}
