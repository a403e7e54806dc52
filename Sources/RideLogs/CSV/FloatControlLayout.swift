import Bytes

extension LogLayout {
  /// Float Control's log: `Time(s),State,Distance(km),…`, seconds since it began.
  static func floatControl(_ header: String) -> LogLayout? {
    let names = names(header, ",").map { $0.drop { $0 == " " } }
    guard names.contains("Time(s)"), names.contains("Voltage") else { return nil }
    let hasTruePitch = names.contains("True Pitch")
    return LogLayout(
      separator: UInt8(ascii: ","), time: .elapsed,
      columns: names.map { name in
        // Boards that tell the real pitch call the balance filter's plain "Pitch".
        if name == "Pitch", hasTruePitch { return Column(quantity: .balancePitch, name: "Pitch") }
        return floatControlColumns[String(name)].map {
          Column(quantity: $0.0, factor: $0.1, name: String(name))
        }
      })
  }

  private static let floatControlColumns: [String: (LogQuantity, Double)] = [
    "Time(s)": (.time, 1000), "Speed(km/h)": (.speed, 1), "Speed(mph)": (.speed, 1.609344),
    "Distance(km)": (.odometer, 1000), "Distance(mi)": (.odometer, 1609.344),
    "Duty%": (.duty, 0.01),
    "Voltage": (.batteryVoltage, 1), "I-Battery": (.batteryCurrent, 1),
    "I-Motor": (.motorCurrent, 1),
    "Requested Amps": (.balanceCurrent, 1), "Pitch": (.pitch, 1), "True Pitch": (.pitch, 1),
    "Roll": (.roll, 1), "T-Mosfet": (.mosfetTemperature, 1), "T-Mot": (.motorTemperature, 1),
    "ADC1": (.adc1, 1), "ADC2": (.adc2, 1), "Motor-Fault": (.fault, 1), "ERPM": (.erpm, 1),
    "State(num)": (.state, 1), "GPS-Lat": (.latitude, 1), "GPS-Long": (.longitude, 1),
    "GPS-Accuracy": (.accuracy, 1), "Altitude(m)": (.altitude, 1),
    "Altitude(ft)": (.altitude, 0.3048),
  ]
}
