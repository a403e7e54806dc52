package import NMEA

/// `PFLAV`: versions of a FLARM's parts, as texts.
package struct DeviceVersions: Equatable, Sendable {
  /// `A` for an answer; `R` is a request of another program.
  package var query: UInt8?
  package var hardware: String?
  package var software: String?
  package var obstacles: String?

  /// Nil for another sentence.
  package init?(_ sentence: Sentence) {
    guard sentence.hasAddress("PFLAV") else { return nil }
    var fields = sentence.fields
    query = fields.nextLetter()
    hardware = fields.nextText()
    software = fields.nextText()
    obstacles = fields.nextText()
  }
}

/// `PFLAJ`: whether the FLARM thinks that it flies, and whether it records.
package struct FlightState: Equatable, Sendable {
  package enum Recorder: Int, Sendable { case off = 0, on = 1, pressureOnly = 2 }

  package var query: UInt8?
  package var isInFlight: Bool?
  package var recorder: Recorder?
  /// State of the TIS-B and ADS-R service as the device numbers it; nil where it has none.
  package var trafficService: Int?

  /// Nil for another sentence.
  package init?(_ sentence: Sentence) {
    guard sentence.hasAddress("PFLAJ") else { return nil }
    var fields = sentence.fields
    query = fields.nextLetter()
    isInFlight = fields.nextFlag()
    recorder = fields.nextInteger().flatMap(Recorder.init)
    trafficService = fields.nextInteger()
  }
}

/// `PFLAQ`: how far a long operation has come.
package struct OperationProgress: Equatable, Sendable {
  /// `IGC`, `OBST`, `FW` …
  package var operation: String?
  /// A file's name or so; older devices leave the field out.
  package var info: String?
  /// 0 to 100; nil for anything else.
  package var percent: Int?

  /// Nil for another sentence.
  package init?(_ sentence: Sentence) {
    guard sentence.hasAddress("PFLAQ") else { return nil }
    var fields = sentence.fields
    operation = fields.nextText()
    let second = fields.next()
    let third = fields.next()
    let progress = (third ?? second)?.integer
    if third != nil { info = second.flatMap { $0.isEmpty ? nil : $0.text } }
    percent = progress.flatMap { (0...100).contains($0) ? $0 : nil }
  }
}
