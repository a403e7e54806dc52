import FlightModel
package import JSON

extension StatusDocument {
  /// The document as JSON, schema 1. Unknown is null; each group of readings has `state` and
  /// `age_s`; units stand in the keys.
  package var json: JSONValue {
    var object: JSONObject = [
      "schema": JSONValue(Self.schema),
      "generated_at": .string(generatedAt.rfc3339),
      "expires_at": .string(expiresAt.rfc3339),
      "state": .string(state.rawValue),
      "exit_code": JSONValue(exitCode.rawValue),
      "problems": .array(problems.map(\.json)),
    ]
    guard let facts else { return .object(object) }
    object["version"] = .string(facts.version)
    object["uptime_s"] = JSONValue(facts.uptimeS, places: 1)
    object["policy"] = .string(facts.policy)
    object["recording"] = facts.recording?.json ?? .null
    object["sources"] = .array(facts.sources.map(\.json))
    object["fix"] = facts.fix.json
    object["clock"] = facts.clock.json
    object["storage"] = facts.storage.json
    object["counters"] = facts.counters.json
    object["recordings"] = facts.recordings.json
    object["host"] = facts.host.json
    object["events"] = .array(facts.events.map(\.json))
    object["unfinished_recordings"] = JSONValue(facts.unfinishedRecordings)
    object["sync"] = facts.sync.json
    object["imports"] = facts.imports.json
    object["last_flight"] = facts.lastFlight?.json ?? .null
    return .object(object)
  }
}

extension JSONValue {
  /// RFC 3339 in UTC, or null.
  init(_ time: UTCInstant?) { self.init(time?.rfc3339) }

  /// Counts by reason, sorted so that documents compare.
  init(_ counts: [String: Int64]) {
    var object = JSONObject()
    for (reason, count) in counts.sorted(by: { $0.key < $1.key }) {
      object[reason] = .integer(count)
    }
    self = .object(object)
  }
}

extension Problem {
  var json: JSONValue {
    [
      "id": .string(id), "subject": JSONValue(subject), "severity": .string(severity.rawValue),
      "since": JSONValue(since), "message": .string(message), "fix": .string(fix),
    ]
  }
}

extension RecordingStatus {
  var json: JSONValue {
    [
      "id": .integer(id), "kind": .string(kind), "phase": .string(phase),
      "started_at": JSONValue(startedAt), "takeoff_at": JSONValue(takeoffAt),
      "landing_at": JSONValue(landingAt), "elapsed_s": JSONValue(elapsedS, places: 1),
      "fixes": .integer(fixes),
    ]
  }
}

extension ReceiverStatus {
  var json: JSONValue {
    [
      "name": .string(name), "active": .bool(isActive), "state": .string(state.rawValue),
      "age_s": JSONValue(ageS, places: 2), "rate_hz": JSONValue(rateHz, places: 1),
      "fixes": .integer(fixes),
    ]
  }
}

extension SourceStatus {
  var json: JSONValue {
    [
      "name": .string(name), "title": JSONValue(title), "kind": JSONValue(kind),
      "configured": .bool(isConfigured), "link": .string(link.rawValue),
      "state": .string(state.rawValue),
      "age_s": JSONValue(ageS, places: 2), "rate_hz": JSONValue(rateHz, places: 1),
      "messages": .integer(messages), "reconnects": .integer(reconnects),
      "errors": JSONValue(errors), "gives_position": .bool(givesPosition),
      "note": JSONValue(note), "remedy": JSONValue(remedy),
      "receivers": .array(receivers.map(\.json)),
    ]
  }
}

extension FixStatus {
  /// The mode's name in the document.
  static func name(of mode: Fix.Mode) -> String {
    switch mode {
    case .none: "none"
    case .twoDimensional: "2d"
    case .threeDimensional: "3d"
    }
  }

  var json: JSONValue {
    [
      "state": .string(state.rawValue), "age_s": JSONValue(ageS, places: 2),
      "mode": JSONValue(mode.map(Self.name(of:))), "time": JSONValue(time),
      "latitude_deg": JSONValue(position?.latitude, places: 7),
      "longitude_deg": JSONValue(position?.longitude, places: 7),
      "ellipsoid_altitude_m": JSONValue(ellipsoidAltitudeM, places: 2),
      "mean_sea_altitude_m": JSONValue(meanSeaAltitudeM, places: 2),
      "pressure_altitude_m": JSONValue(pressureAltitudeM, places: 2),
      "ground_speed_m_per_s": JSONValue(groundSpeedMPerS, places: 2),
      "track_deg": JSONValue(trackDeg, places: 2),
      "climb_m_per_s": JSONValue(climbMPerS, places: 2),
      "horizontal_error_m": JSONValue(horizontalErrorM, places: 2),
      "vertical_error_m": JSONValue(verticalErrorM, places: 2),
      "satellites_used": JSONValue(satellitesUsed),
      "satellites_visible": JSONValue(satellitesVisible), "hdop": JSONValue(hdop, places: 2),
    ]
  }
}
