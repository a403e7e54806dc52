import Bytes
package import FlightModel

/// The names that the specification gives to a file.
package struct FileName: Equatable, Sendable {
  /// The UTC date of the first fix.
  package var date: CivilDate
  package var recorder: RecorderIdentity
  /// 1 for the first flight of the date.
  package var flightOfDay: Int

  package init(date: CivilDate, recorder: RecorderIdentity, flightOfDay: Int) {
    self.date = date
    self.recorder = recorder
    self.flightOfDay = flightOfDay
  }

  /// `YYYY-MM-DD-MMM-XXX-NN.IGC`.
  package var long: String {
    let day = [
      String(date.year, width: 4), String(date.month, width: 2), String(date.day, width: 2),
    ]
    .joined(separator: "-")
    return "\(day)-\(recorder.maker)-\(recorder.serial)-\(String(flightOfDay, width: 2)).IGC"
  }

  /// `YMDCXXXF.IGC`; nil for a flight that its one character cannot number (above 35).
  package var short: String? {
    let symbols = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    guard (1...35).contains(flightOfDay), (1...12).contains(date.month),
      (1...31).contains(date.day), date.year >= 0
    else { return nil }
    let day = [date.year % 10, date.month, date.day].map { String(symbols[$0]) }.joined()
    return "\(day)\(recorder.makerLetter)\(recorder.serial)\(symbols[flightOfDay]).IGC"
  }
}

/// Which recorder wrote a file: the maker's code and the recorder's own serial.
package struct RecorderIdentity: Equatable, Hashable, Sendable {
  /// Three capitals; `XBG` is Barograph's, of those that no approved maker has.
  package let maker: String
  /// The maker in short file names: `X` for all without an approval.
  package let makerLetter: String
  /// Three characters of A–Z and 0–9.
  package let serial: String

  /// Nil unless maker and serial are three characters and the letter is one, all of A–Z and 0–9.
  package init?(maker: String = "XBG", makerLetter: String = "X", serial: String) {
    let isFit = { (text: String, count: Int) in
      text.utf8.count == count
        && text.utf8.allSatisfy { ASCII.isDigit($0) || (0x41...0x5A).contains($0) }
    }
    guard isFit(maker, 3), isFit(makerLetter, 1), isFit(serial, 3) else { return nil }
    self.maker = maker
    self.makerLetter = makerLetter
    self.serial = serial
  }

  /// An own serial drawn from the device's public key, so that it stays while the key does; two
  /// recorders agree by chance once in 46,656.
  package init(publicKey: [UInt8]) {
    let symbols = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    var value = publicKey.reduce(0) { ($0 &* 257 &+ Int($1)) % (36 * 36 * 36) }
    var serial = ""
    for _ in 0..<3 {
      serial.append(symbols[value % 36])
      value /= 36
    }
    maker = "XBG"
    makerLetter = "X"
    self.serial = serial
  }
}
