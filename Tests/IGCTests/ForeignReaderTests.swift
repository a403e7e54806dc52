import Bytes
import FlightModel
import IGC
import SeededRandom
import Testing

/// Other people's readers on our files. They need the Python packages of
/// Tests/Foreign/requirements.txt.
@Suite(
  .enabled(
    if: ForeignProgram.python != nil,
    "set BAROGRAPH_FOREIGN_PYTHON to a Python with the packages of Tests/Foreign/requirements.txt"))
struct ForeignReaderTests {
  /// What a case changes in a flight of half an hour: tow, circles, glide, landing.
  struct Case: Sendable, CustomStringConvertible {
    var description: String
    var start: UTCInstant
    var latitude: Double
    var longitude: Double
    var groundM: Double
    var hasPressure = true
    var rate = 1
  }

  static let cases = [
    Case(
      description: "alps", start: SampleFlight.morning, latitude: 47, longitude: 11, groundM: 640),
    Case(
      description: "over midnight in the south and west, below the sea",
      start: UTCInstant(CivilDate(year: 2026, month: 12, day: 31), millisecondOfDay: 85_500_000),
      latitude: -33.9, longitude: -70.5, groundM: -380),
    Case(
      description: "no pressure sensor, near the date line", start: SampleFlight.morning,
      latitude: -17.2, longitude: 179.99, groundM: 12, hasPressure: false),
    Case(
      description: "ten a second", start: SampleFlight.morning, latitude: 51.5, longitude: -0.001,
      groundM: 90, rate: 10),
  ]

  private func fixes(_ flight: Case) -> [IGCFix] {
    let interval = 1000 / Int64(flight.rate)
    var place = Coordinate(latitude: flight.latitude, longitude: flight.longitude)!
    var circle = Coordinate(latitudeE7: 0, longitudeE7: 1)
    return (0..<Int64(1800 * flight.rate)).map { index in
      let seconds = Double(index * interval) / 1000
      let isFlying = (120.0..<1620).contains(seconds)
      let height =
        seconds < 120 ? 0 : seconds < 800 ? (seconds - 120) * 1.5 : max(0, 1620 - seconds) * 1.24
      // Circles of 30 s while climbing, then straight on.
      circle = Self.turned(circle, isFlying && seconds < 800 ? interval : 0)
      if isFlying {
        let scale = 25 * Double(interval) / 1000 / 1e7
        place = place.moved(
          north: Double(circle.latitudeE7) * scale, east: Double(circle.longitudeE7) * scale)
      }
      let isVoid = (900..<903).contains(seconds)
      return IGCFix(
        time: flight.start.advanced(byMilliseconds: index * interval),
        quality: isVoid ? .twoDimensional : .threeDimensional, position: place,
        pressureAltitudeCm: flight.hasPressure ? Int32((flight.groundM + height) * 100) : nil,
        ellipsoidAltitudeCm: Int32((flight.groundM + 48 + height) * 100), horizontalErrorCm: 320,
        satellitesUsed: isVoid ? nil : 14, groundSpeedCmPerS: isFlying ? 2500 : 0,
        varioCmPerS: isFlying ? (seconds < 800 ? 150 : -124) : 0,
        heartRate: 88, isPilotEvent: seconds == 600)
    }
  }

  /// A direction (1e-7 of a unit vector) turned by 360° in 30 s.
  private static func turned(_ direction: Coordinate, _ milliseconds: Int64) -> Coordinate {
    guard milliseconds > 0 else {
      return direction.longitudeE7 == 1
        ? Coordinate(latitudeE7: 0, longitudeE7: 10_000_000) : direction
    }
    let angle = 2 * Double.pi * Double(milliseconds) / 30_000
    let (north, east) = (Double(direction.latitudeE7), Double(direction.longitudeE7))
    // A polygon's step: the angle is small and the length is set right again.
    let turnedNorth = north - east * angle
    let turnedEast = east + north * angle
    let length = (turnedNorth * turnedNorth + turnedEast * turnedEast).squareRoot()
    return Coordinate(
      latitudeE7: Int32(turnedNorth / length * 1e7), longitudeE7: Int32(turnedEast / length * 1e7))
  }

  private func expectation(_ fixes: [IGCFix]) -> [UInt8] {
    var text = "time_s,latitude,longitude,pressure_m,gnss_m,validity\n"
    for fix in fixes {
      let isValid = fix.quality == .threeDimensional
      let columns = [
        String(Double(fix.time.milliseconds) / 1000), String(fix.position.latitude),
        String(fix.position.longitude),
        fix.pressureAltitudeCm.map { String(Double($0) / 100) } ?? "",
        String(isValid ? Double(fix.ellipsoidAltitudeCm!) / 100 : 0), isValid ? "A" : "V",
      ]
      text += columns.joined(separator: ",") + "\n"
    }
    return Array(text.utf8)
  }

  private func igc(of flight: Case, _ fixes: [IGCFix]) -> [UInt8] {
    let point = TaskDeclaration.Point(position: fixes[0].position, name: "Field")
    let task = TaskDeclaration(
      declaredAt: flight.start, start: point, turnpoints: [point], finish: point)
    let declaration = Declaration(
      pilot: "Ádám Ørsted", crew: "", gliderType: "LS 4", registration: "D-1234",
      competitionID: "B1", competitionClass: "Club")
    let header = SampleFlight.header(
      pressureSensor: flight.hasPressure ? "Bosch BMP390" : nil,
      extensions: Set(FixExtension.allCases), rate: FixRate(perSecond: flight.rate), task: task,
      declaration: declaration)
    return SampleFlight.file(fixes, header: header)
  }

  @Test(arguments: cases) func agreeOnEveryFix(flight: Case) {
    let folder = Folder()
    let fixes = fixes(flight)
    let igc = folder.write(igc(of: flight, fixes), to: "flight.igc")
    let csv = folder.write(expectation(fixes), to: "expected.csv")
    let outcome = ForeignProgram.run("igc-readers.py", igc, csv, in: folder)
    #expect(outcome.exitCode == 0, "\(outcome.output)")
    #expect(outcome.output.contains("aerofiles: \(fixes.count) fixes agree"))
    #expect((flight.rate > 1) != outcome.output.contains("libigc: \(fixes.count) fixes agree"))
  }

  /// The comparison itself must notice what is wrong.
  @Test func theComparisonNoticesADifference() {
    let fixes = fixes(Self.cases[0])
    let bytes = igc(of: Self.cases[0], fixes)
    let wrong: [(inout IGCFix) -> Void] = [
      { $0.position.latitudeE7 += 300 }, { $0.pressureAltitudeCm! += 200 },
      { $0.ellipsoidAltitudeCm! -= 200 }, { $0.time = $0.time.advanced(byMilliseconds: -1000) },
      { $0.quality = .twoDimensional },
    ]
    for change in wrong {
      let folder = Folder()
      var changed = fixes
      change(&changed[777])
      let igc = folder.write(bytes, to: "flight.igc")
      let csv = folder.write(expectation(changed), to: "expected.csv")
      let outcome = ForeignProgram.run("igc-readers.py", igc, csv, in: folder)
      #expect(outcome.exitCode == 1)
      #expect(outcome.output.contains("fix 778: "), "\(outcome.output)")
    }
  }

  /// What the foreign verifier prints for a verdict of ours.
  private func word(_ verdict: IGCVerdict) -> String {
    let hex = { (key: [UInt8]) in Hexadecimal.encode(key) }
    return switch verdict {
    case .valid(let signer, let links): "valid \(hex(signer.publicKey)) \(links)"
    case .cut(let signer, let link, _): "cut \(hex(signer.publicKey)) \(link)"
    case .altered: "altered"
    case .unsigned, .otherFormat: "unsigned"
    }
  }

  /// Bytes changed, lines removed, doubled and swapped, files cut, each by chance.
  private func damaged(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    let index = Int.random(in: 0..<bytes.count, using: &generator)
    var text = lines(bytes)
    let line = Int.random(in: 0..<text.count - 1, using: &generator)
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &generator)
    case 1: return Array(bytes.prefix(index))
    case 2: text.remove(at: line)
    case 3: text.insert(text[line], at: line)
    case 4: text.swapAt(line, line + 1)
    default: text.insert("LPLTadded", at: line)
    }
    return text == lines(bytes) ? bytes : file(text)
  }

  @Test func aVerifierWrittenFromTheDocumentAgrees() {
    let folder = Folder()
    var generator = SeededGenerator(seed: 17)
    let original = SampleFlight.file(SampleFlight.calm(fixes: 130))
    var files = [original]
    for _ in 0..<400 { files.append(damaged(original, &generator)) }
    let paths = files.enumerated().map { folder.write($1, to: "\($0).igc") }
    let outcome = ForeignProgram.run("igc-signature.py", paths, in: folder)
    let ours = files.map { word(SampleFlight.verdict($0)) }
    let theirs = outcome.output.split(separator: "\n").map(String.init)
    #expect(ours.count == theirs.count, "\(outcome.output.suffix(500))")
    for (index, pair) in zip(ours, theirs).enumerated() {
      #expect(pair.0 == pair.1, "damaged file \(index)")
    }
    #expect(Set(ours.map { $0.prefix(3) }) == ["val", "cut", "alt", "uns"])
  }
}
