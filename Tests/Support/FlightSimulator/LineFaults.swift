import Bytes
package import SeededRandom

/// What bad wires and bad receivers put between good sentences. No good sentence is harmed.
package enum LineFaults {
  /// One fault, chosen by `generator`; it ends with a line end, so that the next line is whole.
  package static func next(_ generator: inout SeededGenerator) -> [UInt8] {
    let kinds = 9
    switch Int(generator.next() % UInt64(kinds)) {
    case 0: return line("$GPRMC,1234")
    case 1: return line("$GPGGA,110000.00,4825.398,N,00955.290,E,1,10,0.9,538.0,M,47.6,M,,*00")
    case 2: return NMEASentence("GPRMC", fields: nonsense).bytes
    case 3: return noise(count: 60, &generator)
    case 4: return line(String(repeating: "$GPRMC", count: 60))
    case 5: return line("$GPGGA,nan,inf,N,-inf,E,1,99,1e400,NaN,M,,M,,*2A")
    case 6: return NMEASentence("GPGGA", fields: []).bytes
    case 7: return [ASCII.carriageReturn, ASCII.lineFeed, ASCII.carriageReturn, ASCII.lineFeed]
    default: return line("ATE1 E0")
    }
  }

  private static let nonsense = ["996199.00", "A", "9999.9", "N", "x", "E", "", "", "999999"]

  private static func line(_ text: String) -> [UInt8] {
    Array(text.utf8) + [ASCII.carriageReturn, ASCII.lineFeed]
  }

  /// Random bytes without a dollar sign or line end inside.
  private static func noise(count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<count {
      let byte = UInt8(truncatingIfNeeded: generator.next())
      if byte != ASCII.dollar, byte != ASCII.lineFeed, byte != ASCII.carriageReturn {
        bytes.append(byte)
      }
    }
    return bytes + [ASCII.carriageReturn, ASCII.lineFeed]
  }
}

extension NMEALog {
  /// The bytes of all fixes with a fault after about every third.
  package func bytesWithFaults(
    of fixes: some Sequence<SimulatedFix>, seed: UInt64
  ) -> [UInt8] {
    var generator = SeededGenerator(seed: seed ^ 0xFA17)
    var bytes: [UInt8] = []
    for (index, fix) in fixes.enumerated() {
      bytes += self.bytes(of: fix, index: index)
      if generator.next() % 3 == 0 { bytes += LineFaults.next(&generator) }
    }
    return bytes
  }
}
