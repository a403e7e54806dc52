import BLEProfiles
import Bytes
import JSON
import SeededRandom
import Testing

@Suite struct ValueTests {
  @Test func everyRowIsTested() {
    #expect(ValueRow.all.count == 80)
    let tested = Set(["2A37", "2A5E", "2A5F", "2A19", "SFLOAT"])
    #expect(Set(ValueRow.all.map(\.characteristic)) == tested)
  }

  @Test(arguments: ValueRow.all("2A37")) func heartRate(row: ValueRow) throws {
    if row.error != nil {
      #expect(throws: ValueFault.truncated) { try row.bytes.withUnsafeBytes(heart) }
      return
    }
    let value = try row.bytes.withUnsafeBytes(heart)
    #expect(value.contact.rawValue == row.fields["contact"]?["value"]?.string)
    #expect(Int64(value.rate) == row.fields["heartRate"]?["value"]?.integer)
    #expect(value.energyKJ.map(Int64.init) == row.fields["energyExpended"]?["value"]?.integer)
    let raw = row.fields["rrIntervals"]?["raw"]?.array?.compactMap(\.integer)
    #expect(value.intervals.map(Int64.init) == raw)
    let milliseconds = row.fields["rrIntervals"]?["value"]?.array ?? []
    #expect(
      zip(value.intervals, milliseconds).allSatisfy { isNear(Double($0) * 1000 / 1024, $1) })
    #expect(value.trailing == row.trailing)
    let isMeasured = value.contact != .lost && value.rate > 0
    #expect(value.beatsPerMinute == (isMeasured ? Int16(value.rate) : nil))
  }

  @Test(arguments: ValueRow.all("2A5E", "2A5F")) func oximeter(row: ValueRow) throws {
    let kind = try #require(
      OximeterMeasurement.Kind(rawValue: UInt16(row.characteristic, radix: 16)!))
    let read = { try OximeterMeasurement(kind, $0) }
    if row.error != nil {
      #expect(throws: ValueFault.truncated) { try row.bytes.withUnsafeBytes(read) }
      return
    }
    let value = try row.bytes.withUnsafeBytes(read)
    let numbers: [String: ShortFloat?] = [
      "spo2": value.normal.saturation, "pulseRate": value.normal.pulseRate,
      "spo2Fast": value.fast?.saturation, "pulseRateFast": value.fast?.pulseRate,
      "spo2Slow": value.slow?.saturation, "pulseRateSlow": value.slow?.pulseRate,
      "pulseAmplitudeIndex": value.pulseAmplitudeIndex,
    ]
    for (name, number) in numbers { expect(number, is: row.fields[name], name) }
    let measurement = row.fields["measurementStatus"]
    #expect(value.measurementStatus == measurement.flatMap { bits($0) })
    #expect(
      value.measurementStatus.map { MeasurementCondition.named(in: $0).map { "\($0)" } }
        == measurement.map(names))
    let sensor = row.fields["sensorStatus"]
    #expect(value.sensorStatus == sensor.flatMap { bits($0) })
    #expect(
      value.sensorStatus.map { SensorCondition.named(in: $0).map { "\($0)" } } == sensor.map(names))
    #expect((value.time != nil) == (row.fields["timestamp"] != nil))
    #expect(value.time.flatMap(text) == row.fields["timestamp"]?["value"]?.string)
    #expect(value.isClockUnset == (row.fields["clockNotSet"]?["value"]?.bool ?? false))
    #expect(value.trailing == row.trailing)
  }

  @Test(arguments: ValueRow.all("2A19")) func battery(row: ValueRow) throws {
    let read = { try BatteryLevel($0) }
    if row.error != nil {
      #expect(throws: ValueFault.truncated) { try row.bytes.withUnsafeBytes(read) }
      return
    }
    let value = try row.bytes.withUnsafeBytes(read)
    #expect(Int64(value.raw) == row.fields["level"]?["raw"]?.integer)
    #expect(value.percent.map(Int64.init) == row.fields["level"]?["value"]?.integer)
    #expect(value.trailing == row.trailing)
  }

  @Test(arguments: ValueRow.all("SFLOAT")) func shortFloat(row: ValueRow) throws {
    let number = ShortFloat(bits: UInt16(row.bytes[0]) | UInt16(row.bytes[1]) << 8)
    #expect(isNear(number.value, row.expect?["value"]))
    #expect(number.special?.rawValue == row.expect?["special"]?.string)
  }

  /// What a device itself calls no measurement is none.
  @Test(
    arguments: [
      ("continuous-97.5-61.2", 98, 61), ("continuous-finger-out", nil, nil),
      ("continuous-invalid-with-values", nil, nil), ("continuous-demo", nil, nil),
      ("continuous-nan", nil, nil), ("continuous-status", 96, 61), ("spot-from-storage", nil, nil),
      ("spot-all", 96, 58),
    ] as [(String, Int16?, Int16?)])
  func whatIsRecorded(name: String, saturation: Int16?, rate: Int16?) throws {
    let row = try #require(ValueRow.all.first { $0.name == name })
    let kind: OximeterMeasurement.Kind = row.characteristic == "2A5E" ? .spotCheck : .continuous
    let value = try row.bytes.withUnsafeBytes { try OximeterMeasurement(kind, $0) }
    #expect(value.saturationPercent == saturation)
    #expect(value.beatsPerMinute == rate)
  }

  @Test func anyBytesAreReadOrRefused() {
    var random = SeededGenerator(seed: 37)
    var (read, refused) = (0, 0)
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...24, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      bytes.withUnsafeBytes { bytes in
        for kind in OximeterMeasurement.Kind.allCases {
          if let value = try? OximeterMeasurement(kind, bytes) {
            read += 1
            #expect(value.trailing < bytes.count)
          } else {
            refused += 1
          }
        }
        if let value = try? HeartRateMeasurement(bytes) { #expect(value.intervals.count <= 11) }
      }
    }
    #expect(read > 1000 && refused > 1000)
  }

  private func heart(_ bytes: UnsafeRawBufferPointer) throws -> HeartRateMeasurement {
    try HeartRateMeasurement(bytes)
  }

  private func expect(_ number: ShortFloat?, is field: JSONValue?, _ name: String) {
    #expect((number != nil) == (field != nil), "\(name)")
    guard let number, let field else { return }
    #expect(UInt32(number.bits) == bits(field), "\(name)")
    #expect(isNear(number.value, field["value"]), "\(name)")
    #expect(number.special?.rawValue == field["special"]?.string, "\(name)")
  }

  private func bits<Bits: FixedWidthInteger>(_ field: JSONValue) -> Bits? {
    field["raw"]?.string.flatMap { Bits($0, radix: 16) }
  }

  private func names(_ field: JSONValue) -> [String] {
    field["value"]?.array?.compactMap(\.string) ?? []
  }

  private func text(_ time: DeviceTime) -> String? {
    guard time.isKnown else { return nil }
    let date = [time.month, time.day].map { "-" + String($0, width: 2) }.joined()
    return String(time.year) + date + "T"
      + [time.hour, time.minute, time.second].map { String($0, width: 2) }.joined(separator: ":")
  }
}
