extension String {
  /// With a question mark for every control character but the line end: names come from files and
  /// loggers, and an escape sequence in one must not reach a terminal.
  package var printable: String {
    var clean = UnicodeScalarView()
    for scalar in unicodeScalars {
      let isControl =
        (scalar.value < 0x20 && scalar != "\n") || (0x7F...0x9F).contains(scalar.value)
      clean.append(isControl ? "?" : scalar)
    }
    return String(clean)
  }
}
