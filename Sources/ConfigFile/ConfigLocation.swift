/// Where in which file something stands, as editors and compilers write it: `barograph.conf:12`.
package struct ConfigLocation: Hashable, Sendable, CustomStringConvertible {
  /// The file's name as it was given to the parser.
  package var file: String
  /// From 1.
  package var line: Int

  package init(file: String, line: Int) {
    self.file = file
    self.line = line
  }

  package var description: String { "\(file):\(line)" }
}

/// Something that is wrong with a configuration, and what to do about it.
package struct ConfigProblem: Error, Hashable, Sendable, CustomStringConvertible {
  package var location: ConfigLocation
  /// One line of text without the location.
  package var message: String

  package init(_ location: ConfigLocation, _ message: String) {
    self.location = location
    self.message = message
  }

  /// `barograph.conf:12: what is wrong`.
  package var description: String { "\(location): \(message)" }
}
