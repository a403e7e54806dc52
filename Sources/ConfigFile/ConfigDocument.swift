/// A `key = value` line of a section.
package struct ConfigEntry: Equatable, Sendable {
  package var key: String
  /// Without quotes and without blanks around it; may be empty.
  package var value: String
  package var location: ConfigLocation

  package init(key: String, value: String, location: ConfigLocation) {
    self.key = key
    self.value = value
    self.location = location
  }
}

/// A `[name]` line and the entries up to the next one. A name may occur several times; each
/// occurrence is a section of its own.
package struct ConfigSection: Equatable, Sendable {
  package var name: String
  package var location: ConfigLocation
  /// In the order of the file; no key occurs twice.
  package var entries: [ConfigEntry]

  package init(name: String, location: ConfigLocation, entries: [ConfigEntry] = []) {
    self.name = name
    self.location = location
    self.entries = entries
  }
}

/// What one configuration file says, and everything that is wrong with its form.
///
/// The text is UTF-8, a byte-order mark and CR LF are tolerated. A line is empty, a comment that
/// begins with `#` or `;`, a `[section]`, or `key = value`. A value reaches to the end of its line,
/// `#`, `;` and `=` included; it may stand in double quotes, in which `\"` and `\\` are a quote and
/// a backslash.
package struct ConfigDocument: Equatable, Sendable {
  package var sections: [ConfigSection] = []
  /// In the order of the lines, at most ``maximumProblems`` and one that says so.
  package var problems: [ConfigProblem] = []

  /// Bytes in a line without its end; a longer one is no configuration.
  package static let maximumLine = 16_384
  /// Bytes in a file; a longer one is refused unread.
  package static let maximumFile = 1_048_576
  /// Problems kept for one file, so that a binary file gives no flood.
  package static let maximumProblems = 100

  /// Reads a whole file; `file` is the name for messages.
  package init(file: String, bytes: some Collection<UInt8>) {
    var reader = ConfigReader(file: file)
    reader.read(bytes)
    sections = reader.sections
    problems = reader.problems
  }
}
