/// One line, read word by word: what a word is and what stood before it tell whether it stays.
struct RedactedLine {
  private var result: [UInt8] = []
  /// The last words before the present one, in lower case.
  private var before = ""
  /// The bytes between them.
  private var gap: [UInt8] = []
  /// Set once everything that follows is private.
  private var isRestPrivate = false
  /// Set once a word of secrets was read: what looks like one goes from then on.
  private var isSuspicious = false

  init(_ line: [UInt8]) {
    var rest = line[...]
    while !rest.isEmpty {
      gap = Array(rest.prefix(while: Self.separates))
      rest = rest.dropFirst(gap.count)
      var word = Array(rest.prefix { !Self.separates($0) })
      rest = rest.dropFirst(word.count)
      // Minutes and seconds of an angle have quotes.
      if word.contains(0xB0) {
        let angle = rest.prefix { $0 > 0x20 && ($0 == 0x22 || $0 == 0x27 || !Self.separates($0)) }
        word += angle
        rest = rest.dropFirst(angle.count)
      }
      result += gap
      if word.isEmpty { break }
      take(Word(word), followedBy: rest)
      if isRestPrivate { break }
    }
  }

  var text: String { String(decoding: result, as: UTF8.self) }

  private static func separates(_ byte: UInt8) -> Bool {
    byte <= 0x20 || "\"'`,;()<>{}|&?=!".utf8.contains(byte) || byte == 0x5B || byte == 0x5D
  }

  private mutating func take(_ word: Word, followedBy rest: ArraySlice<UInt8>) {
    if Word.isMark(word.bytes, gap, rest) {
      before = ""
      result += word.bytes
      return
    }
    defer { if !isBetween(word) { before = word.lowered } }
    if word.beginsRecord {
      result += Mark.position
      isRestPrivate = true
      return
    }
    if word.isKeyOfSecret {
      takeKey(word, rest)
      return
    }
    result += replacement(of: word, next: Self.nextWord(rest))
  }

  /// `token: …`, `password=…` and what follows; in a sentence only what looks like a secret.
  private mutating func takeKey(_ word: Word, _ rest: ArraySlice<UInt8>) {
    let assigns =
      word.bytes.contains(0x3A)
      || rest.drop { $0 == 0x20 || $0 == 0x22 || $0 == 0x27 }.first == 0x3D
      || rest.dropFirst(1).first == 0x3A || word.lowered.contains("bearer")
    isSuspicious = true
    guard assigns else {
      result += word.isKeyAlone ? word.bytes : Mark.secret
      return
    }
    let key = Array(word.bytes.prefix { $0 != 0x3A && $0 != 0x3D })
    result += Word(key).redacted + [0x3A, 0x20] + Mark.secret
    isRestPrivate = true
  }

  private func replacement(of word: Word, next: [UInt8]) -> [UInt8] {
    if isSuspicious, word.looksSecret { return Mark.secret }
    if Self.isPositionKey(before), gap.count <= 4, word.isNumber { return Mark.position }
    if Self.isNumberKey(before), gap.count <= 4, word.hasDigit { return Mark.number }
    if word.isCoordinate(next: next) { return Mark.position }
    return word.redacted
  }

  /// `number` in `serial number X`, which is still about the serial.
  private func isBetween(_ word: Word) -> Bool {
    ["number", "no", "no.", "nr", "id", "is", "of", "was"].contains(word.lowered)
      && Self.isNumberKey(before)
  }

  private static func nextWord(_ rest: ArraySlice<UInt8>) -> [UInt8] {
    Array(rest.drop(while: separates).prefix { !separates($0) }.prefix(8))
  }

  private static func isPositionKey(_ key: String) -> Bool {
    let stem = key.drop { $0 == "\"" || $0 == "." }.prefix { $0 != ":" }
    return [
      "lat", "lon", "lng", "alt", "latitude", "longitude", "position", "pos", "east", "north",
    ]
    .contains(String(stem)) || stem.contains("latitude") || stem.contains("longitude")
  }

  private static func isNumberKey(_ key: String) -> Bool {
    if key.contains("/") { return false }
    return key.contains("serial") || key.contains("account") || key.contains("imei")
      || key.contains("machine-id") || key.contains("uuid")
  }
}
