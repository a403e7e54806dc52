import Crypto
import FlightModel
import FlightSimulator
import IGC
import Logbook
import RecordingModel
import Testing
import Waypoints

/// A finisher with a key of its own, a file in memory, and a recording around given fixes.
struct FinisherBench {
  let key: Ed25519.PrivateKey
  let finisher: FlightFinisher
  var recording: Recording
  var markers: [TelemetryMarker] = []
  var existingNames: [String] = []

  init(rate: Int = 1, isSigned: Bool = true, startedAt: UTCInstant = start) throws {
    key = try Ed25519.PrivateKey(rawBytes: [UInt8](repeating: 7, count: 32))
    let box = FlightFinisher.Box(
      recorder: try #require(RecorderIdentity(serial: "T01")), firmwareVersion: "1.0",
      hardwareVersion: "test", receiver: "simulated", pressureSensor: "simulated")
    finisher = FlightFinisher(box: box, rate: rate, digest: SHA256(), key: isSigned ? key : nil) {
      Ed25519.isValid(signature: $0, of: $1, publicKey: $2)
    }
    recording = Recording(
      id: RecordingID(5), kind: .flight, boardID: "b", bootID: "boot", startedAt: startedAt,
      declaration: Declaration(pilot: "Ada Glider", registration: "D-1234"),
      progress: Recording.Progress(lastFixAt: startedAt))
  }

  /// The flight and the bytes of its file.
  func finish(
    _ fixes: [FixRecord], task: FlightTask? = nil
  ) throws -> (flight: FinishedFlight, bytes: [UInt8]) {
    var bytes: [UInt8] = []
    let flight = try finisher.finish(
      recording, markers: markers, existingNames: existingNames, importedAt: start,
      task: task,
      fixes: { body in for fix in fixes { try body(fix) } }, write: { bytes += $0 },
      reread: { body in try body(bytes) })
    return (flight, bytes)
  }

  /// The error of a recording that gives no file.
  func failure(_ fixes: [FixRecord]) -> LogbookError.Cause? {
    do {
      _ = try finish(fixes)
      return nil
    } catch { return (error as? LogbookError)?.cause }
  }
}

/// What a recorder keeps of a simulated flight.
func records(
  of simulated: [SimulatedFix], hasPressure: Bool = false, hasBody: Bool = false
) -> [FixRecord] {
  var last = simulated.first?.position ?? Coordinate(latitudeE7: 0, longitudeE7: 0)
  return simulated.enumerated().map { index, simulated in
    let fix = Fix(simulated)
    last = fix.position ?? last
    return FixRecord(
      recordedAt: simulated.time, mode: fix.mode, position: last,
      gnssAltitudeCm: fix.ellipsoidAltitudeCm,
      pressureAltitudeCm: hasPressure ? simulated.pressureAltitudeCm : nil,
      groundSpeedCmPerS: fix.groundSpeedCmPerS, varioCmPerS: fix.climbCmPerS,
      bearingCentiDeg: fix.trackCentiDeg, horizontalErrorCm: fix.horizontalErrorCm,
      verticalErrorCm: fix.verticalErrorCm, satellitesUsed: fix.satellitesUsed,
      heartRate: hasBody ? Int16(90 + index % 40) : nil,
      oxygenSaturation: hasBody ? Int16(90 + index % 9) : nil)
  }
}

/// Whether a file tells a fix as well as its format can: 1/1000 minute, whole metres.
func agrees(_ point: TrackFix, _ fix: FixRecord, withinMs: Int64) -> Bool {
  let altitude = fix.mode == .threeDimensional ? fix.gnssAltitudeCm ?? 0 : 0
  let latitude = Int(point.position.latitudeE7) - Int(fix.position.latitudeE7)
  let longitude = Int(point.position.longitudeE7) - Int(fix.position.longitudeE7)
  return abs(point.time.milliseconds(since: fix.recordedAt)) <= withinMs
    && max(abs(latitude), abs(longitude)) <= 84
    && abs(Int(point.gnssAltitudeM ?? 0) * 100 - Int(altitude)) <= 50
    && abs(Int(point.pressureAltitudeM ?? 0) * 100 - Int(fix.pressureAltitudeCm ?? 0)) <= 50
    && point.isValid == (fix.mode == .threeDimensional)
}
