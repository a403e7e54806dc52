import Bytes

/// Text as the records of a file may hold it.
package enum RecordText {
  /// The longest line with free text (2008 edition, AL11).
  package static let longestTextLine = 76
  /// The longest L record of the 2020 edition; what must stay whole, such as a zone, may need it.
  package static let longestCommentLine = 99

  /// Characters that a file keeps for itself.
  package static let reserved = "$*!\\^~"

  /// ASCII that a record may hold: accents taken off, `$ * ! \ ^ ~` and controls made blanks,
  /// blanks at both ends dropped, and what has no ASCII form written as `?`.
  package static func permitted(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars.prefix(1000) { append(scalar, to: &bytes) }
    let leading = bytes.prefix { $0 == ASCII.space }.count
    bytes.removeFirst(leading)
    while bytes.last == ASCII.space { bytes.removeLast() }
    return bytes
  }

  private static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    switch scalar.value {
    case 0x24, 0x2A, 0x21, 0x5C, 0x5E, 0x7E, 0x00...0x1F, 0x7F...0xA0: bytes.append(ASCII.space)
    case 0x20...0x7E: bytes.append(UInt8(scalar.value))
    case 0x300...0x36F: break  // Combining accents: the letter stands before them.
    default: bytes.append(contentsOf: (plainForms[scalar] ?? "?").utf8)
    }
  }

  /// ASCII forms of letters with accents, by plain form.
  private static let plainForms: [Unicode.Scalar: String] = {
    let families = [
      "A": "ÀÁÂÃÄÅĀĂĄ", "AE": "Æ", "C": "ÇĆĈĊČ", "D": "ĎĐÐ", "E": "ÈÉÊËĒĔĖĘĚ", "G": "ĜĞĠĢ",
      "H": "ĤĦ", "I": "ÌÍÎÏĨĪĬĮİ", "IJ": "Ĳ", "J": "Ĵ", "K": "Ķ", "L": "ĹĻĽĿŁ", "N": "ÑŃŅŇŊ",
      "O": "ÒÓÔÕÖØŌŎŐ", "OE": "Œ", "R": "ŔŖŘ", "S": "ŚŜŞŠȘ", "T": "ŢŤŦȚ", "TH": "Þ",
      "U": "ÙÚÛÜŨŪŬŮŰŲ", "W": "Ŵ", "Y": "ÝŶŸ", "Z": "ŹŻŽ", "SS": "ẞ",
      "a": "àáâãäåāăą", "ae": "æ", "c": "çćĉċč", "d": "ďđð", "e": "èéêëēĕėęě", "g": "ĝğġģ",
      "h": "ĥħ", "i": "ìíîïĩīĭįı", "ij": "ĳ", "j": "ĵ", "k": "ķĸ", "l": "ĺļľŀł", "n": "ñńņňŉŋ",
      "o": "òóôõöøōŏő", "oe": "œ", "r": "ŕŗř", "s": "śŝşšșſ", "t": "ţťŧț", "th": "þ",
      "u": "ùúûüũūŭůűų", "w": "ŵ", "y": "ýŷÿ", "z": "źżž", "ss": "ß",
      "'": "‘’‚′´", "\"": "“”„″", "-": "‐‑‒–—−", "...": "…", "<": "‹«", ">": "›»", "EUR": "€",
      "o.": "º°", "a.": "ª", "x": "×", ".": "·",
    ]
    var forms: [Unicode.Scalar: String] = [:]
    for (plain, letters) in families {
      for letter in letters.unicodeScalars { forms[letter] = plain }
    }
    return forms
  }()
}
