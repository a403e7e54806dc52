package import NMEA

/// `PFLAE`: the worst fault of a FLARM, or one of several that it lists.
package struct SelfTest: Equatable, Sendable {
  package enum Severity: Int, Comparable, Sendable {
    case none = 0
    case information = 1
    case reducedFunction = 2
    /// The device will not work.
    case fatal = 3

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// `A` for an answer; `R` is a request of another program.
  package var query: UInt8?
  package var severity: Severity?
  /// Nil, as severity, at the end of a list.
  package var code: Int?
  /// What the device says of it in words.
  package var message: String?

  /// Nil for another sentence.
  package init?(_ sentence: Sentence) {
    guard sentence.hasAddress("PFLAE") else { return nil }
    var fields = sentence.fields
    query = fields.nextLetter()
    severity = fields.nextInteger().flatMap(Severity.init)
    code = fields.next()?.hexadecimal
    message = fields.remainingText()
  }

  /// What the code means, for the person at the airfield; nil for one that is not known.
  package var explanation: String? { code.flatMap { Self.explanations[$0] } }

  private static let explanations: [Int: String] = [
    0x11: "its firmware has expired",
    0x21: "its supply voltage is out of range",
    0x31: "its GPS is not working",
    0x32: "its GPS is not working",
    0x33: "its GPS is not working",
    0x61: "its flash memory is faulty",
    0x71: "its pressure sensor is faulty",
    0x91: "its flight recorder is not working",
    0x93: "its engine noise sensor is not working",
    0xA1: "its configuration has an error",
    0xB2: "its licence is wrong",
  ]
}
