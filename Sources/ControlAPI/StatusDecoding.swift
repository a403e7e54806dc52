import FlightModel
package import JSON

extension StatusDocument {
  /// Reads a document of schema 1; anything else is refused, since a field may mean something new.
  package init(json: JSONValue) throws(DocumentError) {
    let reader = JSONReader(json)
    let schema = try reader.integer("schema")
    guard schema == Self.schema else {
      throw DocumentError(
        field: "schema", cause: "is \(schema), this program knows \(Self.schema); update it")
    }
    guard let code = HealthCode(rawValue: Int(clamping: try reader.integer("exit_code"))) else {
      throw DocumentError(field: "exit_code", cause: "is not known")
    }
    var problems: [Problem] = []
    for item in try reader.list("problems") { problems.append(try Problem(item)) }
    let state = try reader.word("state", ServiceState.self)
    self.init(
      generatedAt: try reader.time("generated_at"), expiresAt: try reader.time("expires_at"),
      state: state, exitCode: code, problems: problems,
      facts: json["version"] == nil ? nil : try StatusFacts(reader, state: state))
  }
}

extension StatusFacts {
  init(_ reader: JSONReader, state: ServiceState) throws(DocumentError) {
    self.init(
      state: state, version: try reader.text("version"), uptimeS: try reader.number("uptime_s"),
      policy: try reader.text("policy"), storage: try StorageStatus(try reader.object("storage")))
    if let item = try reader.objectIfAny("recording") { recording = try RecordingStatus(item) }
    for item in try reader.list("sources") { sources.append(try SourceStatus(item)) }
    fix = try FixStatus(try reader.object("fix"))
    clock = try ClockStatus(try reader.object("clock"))
    counters = try Counters(try reader.object("counters"))
    if let item = try reader.objectIfAny("recordings") { recordings = try RecordingTally(item) }
    if let item = try reader.objectIfAny("host") { host = try HostStatus(item) }
    for item in try reader.listIfAny("events") {
      events += try RecentEvent(item).map { [$0] } ?? []
    }
    unfinishedRecordings = try reader.integer("unfinished_recordings")
    if let item = try reader.objectIfAny("sync") { sync = try SyncFacts(item) }
    if let item = try reader.objectIfAny("imports") { imports = try ImportFacts(item) }
    if let item = try reader.objectIfAny("last_flight") { lastFlight = try FlightSummary(item) }
  }
}

extension Problem {
  init(_ reader: JSONReader) throws(DocumentError) {
    self.init(
      id: try reader.text("id"), subject: try reader.textIfAny("subject"),
      severity: try reader.word("severity", Severity.self), since: try reader.timeIfAny("since"),
      message: try reader.text("message"), fix: try reader.text("fix"))
  }
}

extension RecordingStatus {
  init(_ reader: JSONReader) throws(DocumentError) {
    self.init(
      id: try reader.integer("id"), kind: try reader.text("kind"),
      phase: try reader.text("phase"), startedAt: try reader.time("started_at"),
      takeoffAt: try reader.timeIfAny("takeoff_at"),
      landingAt: try reader.timeIfAny("landing_at"), elapsedS: try reader.number("elapsed_s"),
      fixes: try reader.integer("fixes"))
  }
}

extension ReceiverStatus {
  init(_ reader: JSONReader) throws(DocumentError) {
    self.init(
      name: try reader.text("name"), isActive: try reader.flag("active"),
      state: try reader.word("state", DataState.self), ageS: try reader.numberIfAny("age_s"),
      rateHz: try reader.numberIfAny("rate_hz"), fixes: try reader.integer("fixes"))
  }
}

extension SourceStatus {
  init(_ reader: JSONReader) throws(DocumentError) {
    var receivers: [ReceiverStatus] = []
    for item in try reader.list("receivers") { receivers.append(try ReceiverStatus(item)) }
    self.init(
      name: try reader.text("name"), title: try reader.textIfAny("title"),
      kind: try reader.textIfAny("kind"),
      isConfigured: try reader.flagIfAny("configured") ?? true,
      link: try reader.word("link", LinkState.self),
      state: try reader.word("state", DataState.self), ageS: try reader.numberIfAny("age_s"),
      rateHz: try reader.numberIfAny("rate_hz"), messages: try reader.integer("messages"),
      reconnects: try reader.integer("reconnects"), errors: try reader.counts("errors"),
      receivers: receivers, givesPosition: try reader.flag("gives_position"),
      note: try reader.textIfAny("note"), remedy: try reader.textIfAny("remedy"))
  }
}

extension FixStatus {
  init(_ reader: JSONReader) throws(DocumentError) {
    self.init(
      state: try reader.word("state", DataState.self), ageS: try reader.numberIfAny("age_s"))
    if let name = try reader.textIfAny("mode") {
      let modes: [Fix.Mode] = [.none, .twoDimensional, .threeDimensional]
      mode = modes.first { Self.name(of: $0) == name }
    }
    time = try reader.timeIfAny("time")
    if let latitude = try reader.numberIfAny("latitude_deg"),
      let longitude = try reader.numberIfAny("longitude_deg")
    {
      position = Coordinate(latitude: latitude, longitude: longitude)
    }
    ellipsoidAltitudeM = try reader.numberIfAny("ellipsoid_altitude_m")
    meanSeaAltitudeM = try reader.numberIfAny("mean_sea_altitude_m")
    pressureAltitudeM = try reader.numberIfAny("pressure_altitude_m")
    groundSpeedMPerS = try reader.numberIfAny("ground_speed_m_per_s")
    trackDeg = try reader.numberIfAny("track_deg")
    climbMPerS = try reader.numberIfAny("climb_m_per_s")
    horizontalErrorM = try reader.numberIfAny("horizontal_error_m")
    verticalErrorM = try reader.numberIfAny("vertical_error_m")
    satellitesUsed = try reader.integerIfAny("satellites_used").map(Int.init(clamping:))
    satellitesVisible = try reader.integerIfAny("satellites_visible").map(Int.init(clamping:))
    hdop = try reader.numberIfAny("hdop")
  }
}
