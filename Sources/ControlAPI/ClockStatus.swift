package import FlightModel
import JSON

/// What is known of the time of day.
package struct ClockStatus: Equatable, Sendable {
  /// Whether the system clock may be believed; nil while nobody knows.
  package var isPlausible: Bool?
  /// `gnss`, `ntp` or `none`.
  package var source: String
  /// GNSS minus system clock.
  package var offsetS: Double?
  /// Of the comparison.
  package var ageS: Double?
  /// Fixes since the start whose time went back or leapt ahead.
  package var steps: Int64
  /// Whether a time service keeps the system clock right.
  package var isSynchronised: Bool?
  /// Steps of the system clock since the start, of a second and more; nil while nobody looks.
  package var systemSteps: Int64?
  /// The newest of them, by the clock after it.
  package var lastStepAt: UTCInstant?
  /// How far it went, ahead positive.
  package var lastStepS: Double?

  package init(
    isPlausible: Bool? = nil, source: String = "none", offsetS: Double? = nil,
    ageS: Double? = nil, steps: Int64 = 0
  ) {
    self.isPlausible = isPlausible
    self.source = source
    self.offsetS = offsetS
    self.ageS = ageS
    self.steps = steps
  }
}

extension ClockStatus {
  var json: JSONValue {
    [
      "plausible": JSONValue(isPlausible), "source": .string(source),
      "offset_s": JSONValue(offsetS, places: 3), "age_s": JSONValue(ageS, places: 1),
      "steps": .integer(steps), "synchronised": JSONValue(isSynchronised),
      "system_steps": JSONValue(systemSteps), "last_step_at": JSONValue(lastStepAt),
      "last_step_s": JSONValue(lastStepS, places: 1),
    ]
  }

  init(_ reader: JSONReader) throws(DocumentError) {
    self.init(
      isPlausible: try reader.flagIfAny("plausible"), source: try reader.text("source"),
      offsetS: try reader.numberIfAny("offset_s"), ageS: try reader.numberIfAny("age_s"),
      steps: try reader.integer("steps"))
    isSynchronised = try reader.flagIfAny("synchronised")
    systemSteps = try reader.integerIfAny("system_steps")
    lastStepAt = try reader.timeIfAny("last_step_at")
    lastStepS = try reader.numberIfAny("last_step_s")
  }
}
