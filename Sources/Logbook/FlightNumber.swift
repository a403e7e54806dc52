package import FlightModel
package import IGC

/// Numbers the flights of a day so that no file is ever overwritten.
package enum FlightNumber {
  /// The name of the next flight of a date: one more than the highest number that any existing name
  /// of that date and recorder has, in the long form or the short one, letters of both cases alike.
  ///
  /// A box whose date repeats goes on counting, past 99 with three digits.
  package static func nextName(
    on date: CivilDate, by recorder: RecorderIdentity, existing names: some Sequence<String>
  ) -> FileName {
    let first = FileName(date: date, recorder: recorder, flightOfDay: 1)
    let long = first.long.dropLast("01.IGC".count)
    let short = first.short?.dropLast("1.IGC".count)
    var highest = 0
    for name in names {
      let name = name.uppercased()
      let number = longNumber(name, after: String(long)) ?? shortNumber(name, after: short)
      highest = max(highest, number ?? 0)
    }
    return FileName(date: date, recorder: recorder, flightOfDay: highest + 1)
  }

  /// Digits between the head of a long name and its first dot; what follows the dot may be
  /// anything, a file that is still being written for example.
  private static func longNumber(_ name: String, after head: String) -> Int? {
    guard name.hasPrefix(head) else { return nil }
    let digits = name.dropFirst(head.count).prefix { $0 != "." }
    guard (1...6).contains(digits.utf8.count), digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 })
    else { return nil }
    return Int(digits)
  }

  private static func shortNumber(_ name: String, after head: Substring?) -> Int? {
    guard let head, name.hasPrefix(head), name.dropFirst(head.count + 1).first == "." else {
      return nil
    }
    return Int(name.dropFirst(head.count).prefix(1), radix: 36)
  }
}
