import Bytes
import FlightModel
import RecordingModel
import Telemetry
import VESC

/// Reads a debug recording: JSON objects, one a line, with `t` in milliseconds since the recording
/// began and a `kind`. What the board sent (`ble-chunk`, direction `rx`) goes through the same
/// deframer and decoders as live bytes; `location` is the phone's fix.
struct DebugRecordingReader: Sendable {
  private static let longestRecordingMs = 48.0 * 3600 * 1000
  private static let plausibleMs =
    UTCInstant(CivilDate(year: 2010, month: 1, day: 1))
    .milliseconds..<UTCInstant(CivilDate(year: 2100, month: 1, day: 1)).milliseconds

  /// What the recording calls the board's radio.
  private(set) var deviceID: String?

  private var begin: Int64?
  private let isBeginGiven: Bool
  private var lastMs: Int64 = 0
  private var deframer = PacketDeframer()
  private var board = RecordedBoard()
  private var location: LocationColumns?

  /// `startedAt` outranks what the recording says.
  init(startedAt: UTCInstant?) {
    begin = startedAt?.milliseconds
    isBeginGiven = startedAt != nil
  }

  /// Reads one line; returns what is wrong with it.
  mutating func read(_ line: ArraySlice<UInt8>, _ body: (RideLogEvent) -> Void) -> String? {
    guard let object = FlatJSONLine(line), let kind = object.texts["kind"] else {
      return "the line is no JSON object with a kind"
    }
    guard let t = object.numbers["t"], t >= 0, t <= Self.longestRecordingMs else {
      return "no time"
    }
    let atMs = Int64(t)
    if kind == "meta" { return readMeta(object) }
    guard let begin else { return "no meta line came before" }
    guard atMs >= lastMs else { return "the time goes back" }
    lastMs = atMs
    switch kind {
    case "ble-chunk": return readChunk(object, begin, atMs, body)
    case "location": return readLocation(object, begin + atMs)
    case "session-state": readState(object, begin, atMs, body)
    default: break
    }
    return nil
  }

  private mutating func readMeta(_ object: FlatJSONLine) -> String? {
    deviceID = object.texts["deviceId"] ?? deviceID
    if isBeginGiven { return nil }
    guard begin == nil else { return nil }
    guard let started = object.numbers["startedAt"].flatMap({ Int64(exactly: $0.rounded()) }),
      Self.plausibleMs.contains(started)
    else { return "the meta line does not tell when the recording began" }
    begin = started
    return nil
  }

  private mutating func readChunk(
    _ object: FlatJSONLine, _ begin: Int64, _ atMs: Int64, _ body: (RideLogEvent) -> Void
  ) -> String? {
    guard object.texts["direction"] == "rx" else { return nil }
    guard let bytes = object.texts["base64"].flatMap({ Base64.decode($0.utf8) }) else {
      return "the chunk is no Base64"
    }
    var payloads: [ReplyReading] = []
    deframer.feed(bytes) { payloads.append(ReplyReading($0)) }
    for case .reply(let reply, _) in payloads {
      guard let values = board.values(with: reply, atMs: atMs) else { continue }
      body(
        .sample(
          TelemetrySample(
            capturedAtMs: begin + atMs, elapsedRealtimeMs: atMs, canID: values.canNumber,
            motion: values.motion, location: location)))
    }
    return nil
  }

  private mutating func readLocation(_ object: FlatJSONLine, _ utc: Int64) -> String? {
    var values = LogValues()
    let numbers = object.numbers
    (values[.latitude], values[.longitude]) = (numbers["latitude"], numbers["longitude"])
    (values[.groundSpeed], values[.bearing]) = (numbers["speedMps"], numbers["bearingDeg"])
    (values[.accuracy], values[.altitude]) = (numbers["accuracyM"], numbers["altitudeM"])
    let time = numbers["timestamp"].flatMap { Int64(exactly: $0.rounded()) }
    guard
      let location = values.location(
        time.flatMap { Self.plausibleMs.contains($0) ? $0 : nil } ?? utc)
    else { return "the location is none" }
    self.location = location
    return nil
  }

  private mutating func readState(
    _ object: FlatJSONLine, _ begin: Int64, _ atMs: Int64, _ body: (RideLogEvent) -> Void
  ) {
    switch object.texts["status"] {
    case "connected":
      deframer.reset()
      body(.marker(.connected, atMs: begin + atMs, elapsedMs: atMs))
    case "disconnected": body(.marker(.disconnected, atMs: begin + atMs, elapsedMs: atMs))
    default: break
    }
  }
}
