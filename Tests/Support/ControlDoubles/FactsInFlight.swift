package import ControlAPI
import FlightModel

/// A box in flight with everything known.
package func factsInFlight() -> StatusFacts {
  var storage = StorageStatus(directory: "/var/lib/barograph")
  storage.freeBytes = 41_200_000_000
  storage.totalBytes = 62_000_000_000
  storage.databaseBytes = 18_400_256
  storage.ageS = 4.2
  storage.lastDurableAgeS = 0.81
  storage.slowestCommitMs = 84
  storage.hoursLeft = 96
  storage.pendingBytes = 1840
  storage.pendingBytesLimit = 6 << 20
  storage.commitDurations = commitDurations()
  storage.databaseCheck = .sound
  var facts = StatusFacts(
    state: .recording, version: "0.1.0", uptimeS: 4380.5, policy: "auto", storage: storage)
  let takeoff = UTCInstant(CivilDate(year: 2026, month: 7, day: 4), millisecondOfDay: 46_930_000)
  facts.recording = RecordingStatus(
    id: 42, kind: "flight", phase: "airborne",
    startedAt: takeoff.advanced(byMilliseconds: -60_000), takeoffAt: takeoff, elapsedS: 4364.4,
    fixes: 43_640)
  facts.sources = [
    SourceStatus(
      name: "gpsd://localhost:2947", link: .connected, state: .ok, ageS: 0.1, rateHz: 10,
      messages: 87_281, reconnects: 1, errors: ["parse": 3, "date": 1],
      receivers: [
        ReceiverStatus(
          name: "/dev/ttyACM0", isActive: true, state: .ok, ageS: 0.1, rateHz: 10, fixes: 43_640),
        ReceiverStatus(name: "/dev/ttyUSB0", isActive: false, state: .lost, ageS: 38, fixes: 12),
      ])
  ]
  facts.fix = FixStatus(state: .ok, ageS: 0.1)
  facts.fix.mode = .threeDimensional
  facts.fix.time = takeoff.advanced(byMilliseconds: 4_304_400)
  facts.fix.position = Coordinate(latitudeE7: 481_234_567, longitudeE7: -115_432_101)
  facts.fix.ellipsoidAltitudeM = 1291.25
  facts.fix.meanSeaAltitudeM = 1243.5
  facts.fix.groundSpeedMPerS = 24.2
  facts.fix.trackDeg = 214.05
  facts.fix.climbMPerS = -1.2
  facts.fix.horizontalErrorM = 2.1
  facts.fix.satellitesUsed = 14
  facts.fix.satellitesVisible = 22
  facts.fix.hdop = 0.8
  facts.clock = ClockStatus(isPlausible: true, source: "gnss", offsetS: 0.0006, ageS: 1, steps: 1)
  facts.counters.fixesReceived = 43_652
  facts.counters.fixesStored = 43_640
  facts.counters.fixesRejected = ["duplicate-time": 11, "implausible-date": 1]
  facts.clock.isSynchronised = true
  facts.clock.systemSteps = 1
  facts.clock.lastStepAt = takeoff.advanced(byMilliseconds: -600_000)
  facts.clock.lastStepS = 12.5
  facts.counters.frames = 4100
  facts.counters.buckets = 74
  facts.counters.commits = 4364
  facts.counters.markers = 2
  facts.counters.framesShed = 3
  facts.recordings.clean = 1
  facts.recordings.recovered = 2
  facts.host = hostInFlight()
  facts.events = [
    RecentEvent(.recordingStart, at: takeoff.advanced(byMilliseconds: -60_000)),
    RecentEvent(.takeoff, at: takeoff),
    RecentEvent(.sourceLost, at: takeoff.advanced(byMilliseconds: 60_000), subject: "/dev/ttyUSB0"),
  ]
  facts.lastFlight = FlightSummary(
    id: String(repeating: "0123456789abcdef", count: 4), recordingID: 41,
    filename: "2026-07-03-XBG-ABC-01.IGC",
    igcPath: "/var/lib/barograph/igc/2026-07-03-XBG-ABC-01.IGC", igcBytes: 812_344,
    declaration: Declaration(pilot: "Ada Lift", registration: "D-1234"),
    firstFixAt: UTCInstant(milliseconds: 1_783_069_200_000),
    lastFixAt: UTCInstant(milliseconds: 1_783_077_185_500), fixCount: 7986,
    takeoffAt: UTCInstant(milliseconds: 1_783_069_260_000), landingAt: nil, durationS: 7925,
    heightGainedM: 1422)
  facts.sync = syncFacts()
  return facts
}

/// Uploads as they are while a flight is recorded.
private func syncFacts() -> SyncFacts {
  var sync = SyncFacts(state: .syncing)
  sync.server = "https://club.example"
  sync.accountID = "ada"
  sync.dialect = "extended"
  sync.lastSuccessAgeS = 12.5
  sync.pendingRows = 61
  sync.pendingBytes = 40_960
  sync.pendingFiles = 1
  sync.oldestPendingAgeS = 30.5
  sync.nextS = 17.5
  sync.queuedRevocations = 1
  sync.messages = ["The server moves on Sunday."]
  return sync
}

private func hostInFlight() -> HostStatus {
  var host = HostStatus()
  host.cpuShare = 0.07
  host.temperatureC = 58.2
  host.residentBytes = 38_000_000
  host.cpuS = 61.25
  host.writtenBytes = 41_200_000
  host.isSupplyLow = false
  host.wasSupplyLow = true
  host.lowSupplies = 2
  host.lowSupplyAgeS = 1938.5
  host.ageS = 4.2
  return host
}

/// As many as there were commits.
private func commitDurations() -> DurationHistogram {
  var durations = DurationHistogram()
  for number in 0..<4364 { durations.note(milliseconds: number % 400 == 0 ? 84 : 8) }
  return durations
}
