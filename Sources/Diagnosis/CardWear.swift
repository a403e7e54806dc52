/// How worn flash memory says that it is (JEDEC's eMMC standard; `life_time` and `pre_eol_info` of
/// the kernel).
package struct CardWear: Equatable, Sendable {
  /// Percent of its life that is used up at most; above 100 it has outlived it.
  package var usedPercent: Int?
  /// What is left of the blocks in reserve: 1 normal, 2 four fifths are used, 3 nearly all.
  package var reserve: Int?

  /// From the kernel's texts, `0x02 0x01` and `0x01`; nil if they tell nothing.
  package init?(lifeTime: String?, reserve: String?) {
    let values = (lifeTime ?? "").split { $0 == " " || $0 == "\n" }.compactMap(Self.number)
    // Zero is "not defined".
    usedPercent = values.filter { (1...11).contains($0) }.max().map { $0 * 10 }
    self.reserve = reserve.flatMap { text in
      text.split { $0 == " " || $0 == "\n" }.first.flatMap(Self.number)
    }.flatMap { (1...3).contains($0) ? $0 : nil }
    if usedPercent == nil && self.reserve == nil { return nil }
  }

  private static func number(_ text: Substring) -> Int? {
    text.hasPrefix("0x") ? Int(text.dropFirst(2), radix: 16) : Int(text)
  }

  func judge(_ found: inout Findings) {
    let id = "card-wear"
    let fix = "copy the flights away and replace the card before the next flight"
    if reserve == 3 || (usedPercent ?? 0) > 100 {
      return found.fail(id, "the flash memory is at its end", fix: fix)
    }
    if reserve == 2 || (usedPercent ?? 0) > 80 {
      return found.warn(
        id, "the flash memory is worn" + (usedPercent.map { " (up to \($0) % used up)" } ?? ""),
        fix: "plan to replace it this season")
    }
    found.ok(id, usedPercent.map { "up to \($0) % worn" } ?? "flash memory is healthy")
  }
}

/// What a Raspberry Pi says of its supply.
package struct PowerSupply: Equatable, Sendable {
  package var isLow = false
  /// Since the start of the system.
  package var wasLow = false
  package var isThrottled = false

  package init(isLow: Bool = false, wasLow: Bool = false) {
    self.isLow = isLow
    self.wasLow = wasLow
  }

  /// From the firmware's bits in hexadecimal: 0 low voltage now, 2 throttled now, 16 low before.
  package init?(throttled text: String) {
    let word = text.split { $0 == " " || $0 == "\n" }.first ?? ""
    guard let bits = UInt32(word.hasPrefix("0x") ? word.dropFirst(2) : word, radix: 16) else {
      return nil
    }
    isLow = bits & 1 != 0
    isThrottled = bits & 4 != 0
    wasLow = bits & 0x10000 != 0
  }

  func judge(_ found: inout Findings) {
    let id = "power-supply"
    let fix = "a shorter or thicker cable, or a regulator for 3 A; a low voltage corrupts cards"
    if isLow { return found.warn(id, "the supply voltage is too low now", fix: fix) }
    if wasLow {
      return found.warn(id, "the supply voltage was too low since the start", fix: fix)
    }
    found.ok(id, "the supply is good" + (isThrottled ? ", the processor is throttled" : ""))
  }
}
