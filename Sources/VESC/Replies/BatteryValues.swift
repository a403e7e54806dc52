/// BMS_GET_VALUES: what a battery monitor on the CAN bus measures. Nil was not sent.
package struct BatteryValues: Equatable, Sendable {
  /// No monitor has more cells or sensors; a reply that claims them is refused.
  package static let mostCells = 60

  /// V, A.
  package var voltageTotal: Double
  package var voltageCharge: Double
  package var currentInput: Double
  package var currentInputIc: Double
  package var ampHours: Double
  package var wattHours: Double
  /// V, one a cell; empty when there is no monitor.
  package var cellVoltages: [Double]
  package var cellBalancing: [Bool]
  /// °C.
  package var temperatures: [Double]
  package var temperatureIc: Double
  package var temperatureHumidity: Double
  /// Percent.
  package var humidity: Double
  package var temperatureCellMax: Double
  /// 0 to 1.
  package var stateOfCharge: Double?
  package var stateOfHealth: Double?
  package var canID: UInt8?
  package var ampHoursChargedTotal: Double?
  package var wattHoursChargedTotal: Double?
  package var ampHoursDischargedTotal: Double?
  package var wattHoursDischargedTotal: Double?
  /// Pa.
  package var pressure: Double?
  package var dataVersion: UInt8?
  package var status: String?

  /// Nil where it claims more cells or sensors than any monitor has.
  init?(_ payload: inout PayloadReader) {
    voltageTotal = payload.scaled32(1_000_000)
    voltageCharge = payload.scaled32(1_000_000)
    currentInput = payload.scaled32(1_000_000)
    currentInputIc = payload.scaled32(1_000_000)
    ampHours = payload.scaled32(1000)
    wattHours = payload.scaled32(1000)
    let cells = Int(payload.uint8())
    guard cells <= Self.mostCells else { return nil }
    cellVoltages = (0..<cells).map { _ in payload.scaled16(1000) }
    cellBalancing = (0..<cells).map { _ in payload.uint8() != 0 }
    let sensors = Int(payload.uint8())
    guard sensors <= Self.mostCells else { return nil }
    temperatures = (0..<sensors).map { _ in payload.scaled16(100) }
    temperatureIc = payload.scaled16(100)
    temperatureHumidity = payload.scaled16(100)
    humidity = payload.scaled16(100)
    temperatureCellMax = payload.scaled16(100)
    readLaterAdditions(&payload)
  }

  private mutating func readLaterAdditions(_ payload: inout PayloadReader) {
    stateOfCharge = payload.optional { $0.scaled16(1000) }
    stateOfHealth = payload.optional { $0.scaled16(1000) }
    canID = payload.optional { $0.uint8() }
    ampHoursChargedTotal = payload.optional { $0.float32() } ?? nil
    wattHoursChargedTotal = payload.optional { $0.float32() } ?? nil
    ampHoursDischargedTotal = payload.optional { $0.float32() } ?? nil
    wattHoursDischargedTotal = payload.optional { $0.float32() } ?? nil
    pressure = payload.optional { Double($0.integer(UInt16.self)) * 10 }
    dataVersion = payload.optional { $0.uint8() }
    status = payload.optional { $0.terminatedText() }
  }
}
