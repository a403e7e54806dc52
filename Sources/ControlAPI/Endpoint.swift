/// Everything that the daemon's socket offers.
package enum Endpoint: Equatable, Sendable {
  case status
  case startRecording
  case stopRecording
  case mark
  case flights
  case flight(id: String)
  case flightIGC(id: String)
  case flightPicture(id: String)
  case telemetry

  /// `GET` reads, `POST` changes.
  package var method: String {
    switch self {
    case .startRecording, .stopRecording, .mark: "POST"
    default: "GET"
    }
  }

  /// Whether a caller needs the right to change things.
  package var isChange: Bool { method == "POST" }

  /// The path; an id must be safe in a path, which hexadecimal is.
  package var path: String {
    switch self {
    case .status: "/v1/status"
    case .startRecording: "/v1/record/start"
    case .stopRecording: "/v1/record/stop"
    case .mark: "/v1/record/mark"
    case .flights: "/v1/flights"
    case .flight(let id): "/v1/flights/\(id)"
    case .flightIGC(let id): "/v1/flights/\(id)/igc"
    case .flightPicture(let id): "/v1/flights/\(id)/picture.svg"
    case .telemetry: "/v1/telemetry"
    }
  }

  /// The endpoint of a decoded path, or nil. An id is a flight's id or its first digits, 4 to 64
  /// of them in lower-case hexadecimal.
  package init?(path: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 3, parts[0].isEmpty, parts[1] == "v1" else { return nil }
    switch (parts[2], parts.count) {
    case ("status", 3): self = .status
    case ("telemetry", 3): self = .telemetry
    case ("flights", 3): self = .flights
    case ("record", 4):
      switch parts[3] {
      case "start": self = .startRecording
      case "stop": self = .stopRecording
      case "mark": self = .mark
      default: return nil
      }
    case ("flights", 4...5) where Self.isID(parts[3]):
      switch parts.dropFirst(4).first {
      case nil: self = .flight(id: parts[3])
      case "igc": self = .flightIGC(id: parts[3])
      case "picture.svg": self = .flightPicture(id: parts[3])
      default: return nil
      }
    default: return nil
    }
  }

  /// Whether a text can name a flight.
  package static func isID(_ text: String) -> Bool {
    (4...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
