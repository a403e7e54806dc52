/// A configuration file without what a person wrote about persons and servers.
package enum RedactedConfiguration {
  private static let longest = 256

  /// Sections and keys as they are; of the values only words of the program, numbers and device
  /// paths. Comments go.
  package static func text(of file: String) -> String {
    var section = ""
    let lines = file.utf8.split(separator: 0x0A).compactMap { line in
      let line = trimmed(Substring(line))
      if line.isEmpty || line.first == "#" || line.first == ";" { return nil as String? }
      if line.first == "[", line.last == "]", isWord(line.dropFirst().dropLast()) {
        section = String(line)
        return section
      }
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let key = trimmed(parts[0])
      guard parts.count == 2, isWord(key) else { return "[removed]" }
      let value = trimmed(parts[1])
      return
        "\(key) = \(section != "[declaration]" && isHarmless(value) ? String(value) : "[removed]")"
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let isBlank = { (character: Character) in character.isWhitespace }
    var text = text.drop(while: isBlank)
    while text.last.map(isBlank) == true { text.removeLast() }
    return text
  }

  private static func isWord(_ text: Substring) -> Bool {
    (1...longest).contains(text.utf8.count)
      && text.utf8.allSatisfy { $0.isLower || $0.isDigit || $0 == 0x2D }
  }

  private static let words: Set<Substring> = [
    "yes", "no", "auto", "always", "manual", "flight", "nmea", "vesc", "heart-rate",
    "pulse-oximeter", "unmetered", "metered", "error", "warning", "notice", "info", "debug",
    "localhost", "127.0.0.1", "::1",
  ]

  private static func isHarmless(_ value: Substring) -> Bool {
    if value.isEmpty || words.contains(value) { return true }
    if value.utf8.count <= 9, value.utf8.allSatisfy(\.isDigit) { return true }
    let beginnings = ["/dev/", "$STATE_DIRECTORY", "$RUNTIME_DIRECTORY", "$CACHE_DIRECTORY"]
    return value.utf8.count <= longest && beginnings.contains { value.hasPrefix($0) }
  }
}
