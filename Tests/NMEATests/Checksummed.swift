import NMEA

/// A sentence of this body, with `$` and checksum, or with another first character.
func checksummed(_ body: String, first: Character = "$") throws -> Sentence {
  let sum = String(body.utf8.reduce(0, ^), radix: 16, uppercase: true)
  let line = "\(first)\(body)*\(sum.count == 1 ? "0" : "")\(sum)"
  return try Sentence(checking: Array(line.utf8)[...])
}

/// What an instrument's sentence says; nil for one that is none.
func reading(_ sentence: Sentence) -> (maker: InstrumentMaker, reading: InstrumentReading)? {
  guard let (maker, content) = InstrumentSentence.read(sentence), case .reading(let it) = content
  else { return nil }
  return (maker, it)
}
