import FlightModel
import Linux
import RideLogs
import SeededRandom
import Telemetry
import TestSupport
import Testing

/// A log of the fixtures and what must come out of it.
struct RideLogFixture: CustomTestStringConvertible, Sendable {
  var folder: String
  var file: String
  var utcOffsetMinutes = 0
  var brokenLines: [Int] = []

  static let all = [
    RideLogFixture(
      folder: "vesc-tool", file: "2026-07-04_23-59-52.csv", utcOffsetMinutes: 120,
      brokenLines: [103, 204]),
    RideLogFixture(folder: "vesc-express", file: "26-07-04 23-59-52.csv"),
    RideLogFixture(
      folder: "float-control", file: "ride 2026-07-04 23.59.52.csv", brokenLines: [303]),
    RideLogFixture(folder: "debug-recording", file: "session.jsonl", brokenLines: [622]),
  ]

  var testDescription: String { folder }
  var path: String { "\(PackageFolder.root)/Fixtures/ride-logs/\(folder)" }
  var facts: RideLogFacts { RideLogFacts(name: file, utcOffsetMinutes: utcOffsetMinutes) }

  func bytes() throws -> [UInt8] { try Files.read("\(path)/\(file)", limit: 1 << 20) }

  func expected() throws -> [String] {
    let text = String(
      decoding: try Files.read("\(path)/expected.csv", limit: 1 << 20), as: UTF8.self)
    return text.split(separator: "\n").dropFirst().map(String.init)
  }
}

/// Events of a log, its bytes cut into pieces of at most `piece`.
func events(
  _ bytes: [UInt8], _ facts: RideLogFacts, piece: Int = 1 << 16
) throws -> (events: [RideLogEvent], reader: RideLogReader) {
  var reader = RideLogReader(facts)
  var events: [RideLogEvent] = []
  var at = 0
  while at < bytes.count {
    let end = min(bytes.count, at + piece)
    try reader.feed(bytes[at..<end]) { events.append($0) }
    at = end
  }
  try reader.finish { events.append($0) }
  return (events, reader)
}

/// The samples among events.
func samples(_ events: [RideLogEvent]) -> [TelemetrySample] {
  events.compactMap { if case .sample(let sample) = $0 { sample } else { nil } }
}

/// A sample as the fixtures write it.
func line(_ sample: TelemetrySample) -> String {
  var bytes: [UInt8] = []
  TelemetryText.appendCSV(sample, to: &bytes)
  return String(decoding: bytes.dropLast(), as: UTF8.self)
}
