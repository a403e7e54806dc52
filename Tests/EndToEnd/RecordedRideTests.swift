import ControlAPI
import FlightModel
import FlightSimulator
import JSON
import Linux
import TestSupport
import Testing

/// Whole rides of a simulated VESC behind a pseudo-terminal, compared with what the simulator knows
/// about them.
///
/// They spend their time waiting for the ride to go on, so they run beside each other and apart from
/// the end-to-end tests.
@Suite(.timeLimit(.minutes(10)))
struct RecordedRideTests {
  /// How far off the way may be after the link was opened anew in mid-ride: the board's odometer has
  /// whole metres, and the first steps are counted some samples later, at 30 km/h.
  private static let restartCm = 200.0

  @Test("two motors over CAN: way, energy, maxima and faults are the ride's, on the server too")
  func wholeRide() async throws {
    let vesc = try await SimulatedVESC("--motors", "2", "--exit-at-end")
    let field = try SyncedBox(more: Box.sections(of: vesc.instruments))
    try await field.start()
    let box = field.box
    try await vesc.ended()
    try await box.status("end of the ride") { $0.sources.contains { $0.link == .gone } }
    try await box.command("record", "stop")
    let (truth, rows) = (try vesc.truth(), try box.rows())
    #expect(truth.forbidden == 0)
    let sums = try rows.boardSums()
    expectSums(sums, truth)
    expectMaxima(sums, truth)
    #expect(sums.boards == 1)
    #expect(sums.faultSamples > 0)
    let faults = try rows.faults()
    #expect(faults.map(\.code) == truth.faults.map(\.code))
    for (seen, real) in zip(faults, truth.faults) {
      expectNear(seen.at - RideTruth.begin, real.at * 1000, 1000, "begin of the fault, ms")
    }
    #expect(try rows.recordingKinds() == ["ride"])
    #expect(try rows.count(of: .flights) == 0)
    try await field.settle()
    try await field.expectEqual("after a ride")
    await field.stop()
  }

  @Test("unplugged in mid-ride: a gap, markers, and the rest of the ride is right")
  func unplugged() async throws {
    let vesc = try await SimulatedVESC("--away", "12", "21", "--exit-at-end")
    let box = try Box(instruments: vesc.instruments)
    try box.begin()
    try await box.status("loss of the board") {
      $0.sources[0].link == .gone && $0.counters.frames > 0
    }
    try await box.status("its return") { $0.sources[0].link == .connected }
    try await box.ended(vesc)
    let (truth, rows) = (try vesc.truth(), try box.rows())
    let gap = try #require(try rows.gaps().first { $0.cause == "link lost" })
    let begin = Double(gap.from.milliseconds - RideTruth.begin) / 1000
    let end = begin + Double(gap.milliseconds) / 1000
    expectNear(gap.from.milliseconds - RideTruth.begin, 12_000, 1000, "begin of the gap, ms")
    #expect(gap.milliseconds >= 8000, "\(gap)")
    let markers = try rows.markers().filter { !$0.hasPrefix("receiver") }
    #expect(markers.contains("disconnect link lost"), "\(markers)")
    #expect(markers.filter { $0.hasPrefix("connected") }.count == 2, "\(markers)")
    #expect(markers.filter { $0.hasPrefix("gap") } == ["gap link lost"], "\(markers)")
    let missed = truth.sums(from: begin, to: end)
    expectSums(try rows.boardSums(), truth, less: missed, wayWithinCm: Self.restartCm)
    let inside = try rows.boardFrames().times.filter {
      $0 > gap.from.milliseconds && $0 < gap.from.milliseconds + gap.milliseconds
    }
    #expect(inside.isEmpty, "\(inside)")
    #expect(try rows.recordingKinds() == ["ride"])
    await box.stop()
  }

  @Test("killed in mid-ride: one recording, what was stored stays, and the rest is right")
  func killed() async throws {
    let vesc = try await SimulatedVESC("--exit-at-end")
    let box = try Box(instruments: vesc.instruments)
    try box.begin()
    try await eventually("a part of the ride") {
      try (StoredRows(box.databasePath)?.boardSums().distanceCm ?? 0 > 8000).orNil
    }
    await box.kill()
    let before = try box.rows().boardFrames().times
    try box.begin()
    try await box.ended(vesc)
    let (truth, rows) = (try vesc.truth(), try box.rows())
    #expect(try rows.recordingKinds() == ["ride"])
    let gap = try #require(try rows.gaps().first { $0.cause == "restart" })
    let times = try rows.boardFrames().times
    #expect(Array(times.prefix(before.count)) == before)
    let last = try #require(before.last)
    let next = try #require(times.dropFirst(before.count).first)
    #expect(next - last < 15_000, "the ride goes on")
    #expect(gap.milliseconds < 15_000)
    let missed = truth.sums(
      from: Double(last - RideTruth.begin) / 1000, to: Double(next - RideTruth.begin) / 1000)
    // A bucket that is resumed may lack ten seconds before the kill.
    let sums = try rows.boardSums()
    expectNear(sums.distanceCm, truth.whole.distanceCm, Self.restartCm, "way, cm")
    #expect(Double(sums.usedWhMilli) <= truth.whole.usedWhMilli * 1.01)
    let early = truth.sums(
      from: Double(last - RideTruth.begin) / 1000 - 11, to: Double(last - RideTruth.begin) / 1000)
    let least = truth.whole.usedWhMilli - missed.usedWhMilli - early.usedWhMilli
    #expect(Double(sums.usedWhMilli) >= least * 0.97 - 20, "\(sums.usedWhMilli) \(least)")
    await box.stop()
  }

  @Test("without sky or clock: frames are kept without a time, and get it with the first fix")
  func withoutClock() async throws {
    let vesc = try await SimulatedVESC("--scale", "4", "--exit-at-end", hasReceiver: false)
    let line = try SerialLine()
    let box = try Box(
      instruments: vesc.instruments + [["address = \(line.path)", "driver = nmea"]])
    let clock = try await ClockService(isSynchronised: false)
    box.environment = clock.environment
    try box.begin()
    try await vesc.ended()
    let status = try await box.status("end of the ride") { $0.sources[0].link == .gone }
    #expect(status.facts?.state == .recording)
    #expect(try box.rows().recordingKinds() == [])
    let dark = try box.rows().boardFrames()
    #expect(dark.untimed > 20)
    #expect(dark.times.isEmpty)
    try await line.feed(SimulatedFlight(.minute).fixes.prefix(4), perSecond: 1)
    try await box.status("a recording") { $0.recording != nil }
    try await box.command("record", "stop")
    #expect(try box.rows().boardFrames().times.count >= Int(dark.untimed))
    // Two samples a second are two seconds of this ride each, where a minute was over before.
    try expectScaled(box, vesc, by: 4, energyWithin: 0.05, wayWithinCm: 3)
    await box.stop()
  }

  @Test("without sky, with a synchronised clock: a ride, across a restart of the controller")
  func withoutSky() async throws {
    let vesc = try await SimulatedVESC(
      "--profile", "restart", "--scale", "3", "--exit-at-end", hasReceiver: false)
    let box = try Box(instruments: vesc.instruments)
    let clock = try await ClockService(isSynchronised: true)
    box.environment = clock.environment
    try box.begin()
    let status = try await box.status("a recording") { $0.recording != nil }
    #expect(status.facts?.state == .recording)
    try await box.ended(vesc)
    // Nobody knows the way and the energy of the second in which the controller was off.
    try expectScaled(box, vesc, by: 3, energyWithin: 0.05, wayWithinCm: Self.restartCm)
    await box.stop()
  }

  @Test("in a privacy zone nothing is stored, and the gap does not tell where")
  func privacyZone() async throws {
    let vesc = try await SimulatedVESC()
    let box = try Box(instruments: vesc.instruments)
    try box.begin()
    try await box.status("the ride") { $0.counters.frames > 0 }
    // 140 m along the way of the simulator's receiver.
    let (latitude, longitude) = (47.000889, 8.001304)
    try await box.run("zones", "add", "Home", "\(latitude),\(longitude)", "--radius", "50")
    try await box.status("the zone's end", within: 90) { _ in
      (try? box.rows().gaps().contains { $0.cause == "privacy zone" }) == true
    }
    try await box.command("record", "stop")
    let rows = try box.rows()
    let places = try rows.framePlaces() + rows.fixPlaces()
    #expect(!places.isEmpty)
    for place in places {
      let north = (Double(place.latitude) / 1e7 - latitude) * 111_319
      let east = (Double(place.longitude) / 1e7 - longitude) * 75_920
      #expect(north * north + east * east > 48 * 48, "\(place)")
    }
    let gap = try #require(try rows.gaps().first { $0.cause == "privacy zone" })
    // 100 m between the 19th and the 37th second.
    #expect((13_000...20_000).contains(gap.milliseconds), "\(gap)")
    // The recorder knows of the edge when the fix there has come, on a busy machine a second later.
    let inside = try rows.boardFrames().times.filter {
      $0 > gap.from.milliseconds + 2000 && $0 < gap.from.milliseconds + gap.milliseconds - 2000
    }
    #expect(inside.isEmpty, "\(inside.count)")
    #expect(try rows.recordingKinds() == ["ride"])
    await vesc.stop()
    await box.stop()
  }

  @Test("an alert rule fires once and is told everywhere; a warning comes and goes")
  func watched() async throws {
    let folder = TemporaryFolder()
    let (hook, words) = (folder.file("hook"), folder.file("words"))
    try Files.replace(
      hook, with: Array("#!/bin/sh\necho \"$@\" >> '\(words)'\n".utf8), mode: 0o700)
    let vesc = try await SimulatedVESC("--bms", "--cell-spread", "150", "25")
    let box = try Box(instruments: vesc.instruments, more: "[alerts]\nhook = \(hook)")
    try box.begin()
    try await box.status("the board's frames") { $0.counters.frames > 0 }
    let boards = try #require(try await box.json("boards", "list")["rows"]?.array)
    let board = try #require(boards.compactMap { $0["id"]?.string }.first { $0.hasPrefix("vesc:") })
    let rule = try #require(
      try await box.json("alerts", "add", board, "speed", "27")["id"]?.string)
    try await eventually("the warning", within: 60) {
      try (box.rows().warnings().rows == 1).orNil
    }
    // At no instant is the row gone without its Sync Action.
    try await eventually("its end", within: 60) {
      let seen = try box.rows().warnings()
      #expect(seen.rows + seen.actions == 1)
      return (seen.rows == 0).orNil
    }
    try await eventually("the alert", within: 60) {
      try (box.rows().events("alert").count == 1).orNil
    }
    try await eventually("the hook's words") { Files.exists(words).orNil }
    let said = String(decoding: try Files.read(words, limit: 10_000), as: UTF8.self)
    #expect(said.hasPrefix("speed 2") && said.hasSuffix("km/h \(board) \(rule)\n"), "\(said)")
    try await eventually("the alert in the log") { box.log.contains("alert: speed is 2").orNil }
    #expect(box.log.lines.filter { $0.contains("alert: speed is 2") }.count == 1)
    for text in ["board warning cell-spread: warn", "board warning cell-spread is over"] {
      try await eventually("\(text) in the log") { box.log.contains(text).orNil }
    }
    let event = try #require(try box.rows().events("alert").first)
    #expect(event.contains(rule) && event.contains("27.0"), "\(event)")
    await vesc.stop()
    await box.stop()
  }
}

extension RecordedRideTests {
  /// Expects one ride that has its time, played so many times faster than life.
  private func expectScaled(
    _ box: Box, _ vesc: SimulatedVESC, by scale: Double, energyWithin share: Double,
    wayWithinCm: Double
  ) throws {
    let (truth, rows) = (try vesc.truth(), try box.rows())
    #expect(try rows.recordingKinds() == ["ride"])
    let (times, untimed) = try rows.boardFrames()
    #expect(untimed == 0)
    let (first, last) = (try #require(times.first), try #require(times.last))
    expectNear(last - first, truth.durationS / scale * 1000, 3000, "length of the ride, ms")
    let sums = try rows.boardSums()
    expectNear(sums.distanceCm, truth.whole.distanceCm, wayWithinCm, "way, cm")
    let used = truth.whole.usedWhMilli / scale
    expectNear(sums.usedWhMilli, used, used * share, "energy, mWh")
  }

  private func expectNear(
    _ value: Int64, _ truth: Double, _ tolerance: Double, _ what: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(
      abs(Double(value) - truth) <= tolerance, "\(what): \(value), really \(truth)",
      sourceLocation: sourceLocation)
  }

  /// A step of the tachometer is 1 cm. Each motor's amperes are cut to hundredths, at 83 V; half a
  /// percent is what lies between 20 samples a second.
  private func expectSums(
    _ sums: StoredRows.BoardSums, _ ride: RideTruth,
    less missed: RideTruth.Sums = .init(distanceCm: 0, usedWhMilli: 0, regainedWhMilli: 0),
    wayWithinCm: Double = 3, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let truth = ride.whole
    let cut = ride.motors * 0.01 * 83 * ride.durationS / 3.6
    expectNear(
      sums.distanceCm, truth.distanceCm, wayWithinCm, "way, cm", sourceLocation: sourceLocation)
    let used = truth.usedWhMilli - missed.usedWhMilli
    expectNear(
      sums.usedWhMilli, used, cut + used * 0.005 + missed.usedWhMilli * 0.05, "energy drawn, mWh",
      sourceLocation: sourceLocation)
    let regained = truth.regainedWhMilli - missed.regainedWhMilli
    expectNear(
      sums.regainedWhMilli, regained, cut + regained * 0.005, "energy regained, mWh",
      sourceLocation: sourceLocation)
  }

  /// What changes between two samples is a little more than was seen of it.
  private func expectMaxima(_ sums: StoredRows.BoardSums, _ truth: RideTruth) {
    expectNear(sums.maxSpeedCentiKmh, truth.maxSpeedCentiKmh, 2, "speed, 1/100 km/h")
    expectNear(sums.maxMotorCurrentMa, truth.maxMotorCurrentMa, 300, "motor current, mA")
    expectNear(sums.maxBatteryCurrentMa, truth.maxBatteryCurrentMa, 150, "battery current, mA")
    expectNear(sums.maxDutyPermille, truth.maxDutyPermille, 5, "duty, permille")
    expectNear(sums.minVoltageMv, truth.minVoltageMv, 100, "voltage, mV")
    expectNear(sums.maxMosfetDeciC, truth.maxMosfetDeciC, 1, "MOSFET, 1/10 °C")
    expectNear(sums.maxMotorDeciC, truth.maxMotorDeciC, 1, "motor, 1/10 °C")
  }
}

extension Box {
  /// Waits until a simulated ride is over and ends its recording.
  fileprivate func ended(_ vesc: SimulatedVESC) async throws {
    try await vesc.ended()
    try await status("end of the ride") { $0.sources[0].link == .gone }
    try await command("record", "stop")
  }
}
