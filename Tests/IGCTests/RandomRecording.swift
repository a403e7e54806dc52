import FlightModel
import IGC
import SeededRandom
import Testing

/// A recording that its seed decides: rate, hemisphere, midnight, heights below the sea, missing
/// pressure, void fixes, events, instruments.
struct RandomRecording {
  var header: FileHeader
  var fixes: [IGCFix] = []
  /// Those that the file must hold: the first of each slot of time.
  var expected: [IGCFix] = []

  init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let rate = [1, 1, 2, 3, 4, 5, 8, 10, 20].randomElement(using: &generator)!
    let extensions = FixExtension.allCases.filter { _ in Bool.random(using: &generator) }
    header = SampleFlight.header(
      pressureSensor: Bool.random(using: &generator) ? "sensor" : nil,
      extensions: Set(extensions), rate: FixRate(perSecond: rate))
    var time = UTCInstant(
      CivilDate(year: 2026, month: 7, day: 4),
      millisecondOfDay: Bool.random(using: &generator)
        ? 86_390_000 : Int64.random(in: 0..<86_400_000, using: &generator))
    var position = Coordinate(
      latitudeE7: Int32.random(in: -890_000_000...890_000_000, using: &generator),
      longitudeE7: Int32.random(in: -1_790_000_000...1_790_000_000, using: &generator))
    var slots: Set<Int64> = []
    for _ in 0..<200 {
      time = time.advanced(
        byMilliseconds: [10, 50, 100, 200, 1000, 1000, 5000].randomElement(using: &generator)!)
      position.latitudeE7 += Int32.random(in: -4000...4000, using: &generator)
      position.longitudeE7 += Int32.random(in: -4000...4000, using: &generator)
      let fix = Self.fix(time, position, &generator)
      fixes.append(fix)
      if slots.insert(time.milliseconds * Int64(rate) / 1000).inserted { expected.append(fix) }
    }
  }

  private static func fix(
    _ time: UTCInstant, _ position: Coordinate, _ generator: inout SeededGenerator
  ) -> IGCFix {
    let isVoid = Int.random(in: 0..<10, using: &generator) == 0
    func maybe<Value>(_ value: Value, _ generator: inout SeededGenerator) -> Value? {
      Bool.random(using: &generator) ? value : nil
    }
    return IGCFix(
      time: time, quality: isVoid ? .twoDimensional : .threeDimensional, position: position,
      pressureAltitudeCm: maybe(Int32.random(in: -50_000...900_000, using: &generator), &generator),
      ellipsoidAltitudeCm: Int32.random(in: -50_000...900_000, using: &generator),
      horizontalErrorCm: maybe(Int32.random(in: 0...5000, using: &generator), &generator),
      satellitesUsed: maybe(Int.random(in: 0...40, using: &generator), &generator),
      groundSpeedCmPerS: maybe(Int32.random(in: 0...9000, using: &generator), &generator),
      trackCentiDeg: maybe(Int32.random(in: 0...35_999, using: &generator), &generator),
      varioCmPerS: maybe(Int32.random(in: -2000...2000, using: &generator), &generator),
      heartRate: maybe(Int16.random(in: 40...200, using: &generator), &generator),
      oxygenSaturation: maybe(Int16.random(in: 70...100, using: &generator), &generator),
      isPilotEvent: Int.random(in: 0..<40, using: &generator) == 0)
  }

  /// Expects that a fix was read back within the format's resolution.
  func compare(_ fix: IGCFix, _ index: Int, of file: IGCFile) {
    let read = file.track[index]
    let resolution = [0: 1000, 1: 100, 2: 10][header.rate.fractionDigits]!
    #expect(read.time.milliseconds == fix.time.milliseconds / Int64(resolution) * Int64(resolution))
    #expect(abs(read.position.latitudeE7 - fix.position.latitudeE7) <= 84)
    #expect(abs(read.position.longitudeE7 - fix.position.longitudeE7) <= 84)
    #expect(read.isValid == (fix.quality == .threeDimensional))
    let pressure = header.pressureSensor == nil ? nil : fix.pressureAltitudeCm
    #expect(abs((read.pressureAltitudeM ?? 0) * 100 - (pressure ?? 0)) <= 50)
    #expect((read.gnssAltitudeM == nil) == !read.isValid)
    #expect(
      abs((read.gnssAltitudeM ?? 0) * 100 - (read.isValid ? fix.ellipsoidAltitudeCm! : 0)) <= 50)
    expect(
      file.text(of: "FXA", in: index), fix.horizontalErrorCm.map { Double($0) / 100 }, .fixAccuracy)
    expect(file.text(of: "SIU", in: index), fix.satellitesUsed.map { Double($0) }, .satellitesInUse)
    expect(
      file.text(of: "GSP", in: index), fix.groundSpeedCmPerS.map { Double($0) * 0.036 },
      .groundSpeed
    )
    let track = fix.trackCentiDeg.map { (Double($0) / 100).rounded() }
    expect(file.text(of: "TRT", in: index), track.map { $0 == 360 ? 0 : $0 }, .trueTrack)
    expect(file.text(of: "VAT", in: index), fix.varioCmPerS.map { Double($0) }, .verticalSpeed)
    expect(file.text(of: "XXH", in: index), fix.heartRate.map { Double($0) }, .heartRate)
    expect(
      file.text(of: "XXO", in: index), fix.oxygenSaturation.map { Double($0) }, .oxygenSaturation)
  }

  private func expect(_ text: String?, _ value: Double?, _ field: FixExtension) {
    guard header.extensions.contains(field) else {
      #expect(text == nil)
      return
    }
    guard let value else {
      #expect(text?.allSatisfy { $0 == "-" } == true)
      return
    }
    let difference = (text.flatMap(Double.init) ?? .infinity) - value
    #expect(abs(difference) <= 0.500001, "\(field): \(text ?? "nothing") for \(value)")
  }
}
