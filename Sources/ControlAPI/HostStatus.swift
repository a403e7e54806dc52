import JSON

/// The box under the daemon: read at most once in ten seconds, nil where the box does not say it.
package struct HostStatus: Equatable, Sendable {
  /// Of all processors, busy since the sample before: 0 to 1.
  package var cpuShare: Double?
  /// Of the processor.
  package var temperatureC: Double?
  /// Memory of the daemon.
  package var residentBytes: Int64?
  /// Processor time that the daemon has used since its start.
  package var cpuS: Double?
  /// What the daemon has had written to disks since its start, the file system's own writes apart.
  package var writtenBytes: Int64?
  /// Whether the board finds its supply too low.
  package var isSupplyLow: Bool?
  /// Whether it has done so since it was switched on; nil also where it forgets.
  package var wasSupplyLow: Bool?
  /// How often that began since the start.
  package var lowSupplies: Int64?
  /// Since it was found so last.
  package var lowSupplyAgeS: Double?
  /// Of all these values.
  package var ageS: Double?

  package init() {}
}

extension HostStatus {
  var json: JSONValue {
    [
      "age_s": JSONValue(ageS, places: 1), "cpu_share": JSONValue(cpuShare, places: 3),
      "temperature_c": JSONValue(temperatureC, places: 1),
      "resident_bytes": JSONValue(residentBytes), "cpu_s": JSONValue(cpuS, places: 2),
      "written_bytes": JSONValue(writtenBytes), "supply_low": JSONValue(isSupplyLow),
      "supply_low_since_boot": JSONValue(wasSupplyLow), "low_supplies": JSONValue(lowSupplies),
      "low_supply_age_s": JSONValue(lowSupplyAgeS, places: 1),
    ]
  }

  init(_ reader: JSONReader) throws(DocumentError) {
    ageS = try reader.numberIfAny("age_s")
    cpuShare = try reader.numberIfAny("cpu_share")
    temperatureC = try reader.numberIfAny("temperature_c")
    residentBytes = try reader.integerIfAny("resident_bytes")
    cpuS = try reader.numberIfAny("cpu_s")
    writtenBytes = try reader.integerIfAny("written_bytes")
    isSupplyLow = try reader.flagIfAny("supply_low")
    wasSupplyLow = try reader.flagIfAny("supply_low_since_boot")
    lowSupplies = try reader.integerIfAny("low_supplies")
    lowSupplyAgeS = try reader.numberIfAny("low_supply_age_s")
  }
}
