package import ConfigFile

/// The outcome of reading all configuration files: a configuration and what is wrong with it.
package struct ConfigurationReading<Subject: OperatorConfiguration>: Equatable, Sendable {
  /// The defaults with every good value applied; to be used only when there are no problems.
  package private(set) var configuration = Subject.defaults
  /// Everything that is wrong, file by file and line by line.
  package private(set) var problems: [ConfigProblem] = []
  private let fileCount: Int
  /// Where each key was set last.
  private var places: [String: ConfigLocation] = [:]

  /// Reads the files in their order; a later one overrides an earlier one key by key, and its
  /// sections of a repeatable name, if it has any, replace all earlier ones.
  package init(_ sources: [ConfigurationSource]) {
    fileCount = sources.count
    for source in sources {
      let document = ConfigDocument(file: source.name, bytes: source.bytes)
      var found = document.problems
      apply(document, &found)
      problems += found.sorted { $0.location.line < $1.location.line }
    }
    for conflict in configuration.conflicts {
      let place = places[conflict.key] ?? ConfigLocation(file: sources.last?.name ?? "", line: 1)
      problems.append(ConfigProblem(place, "\(conflict.key) \(conflict.message)"))
    }
  }

  /// What `--check-config` prints: a line a problem, or that there is none.
  package var report: String {
    if problems.isEmpty { return "configuration is good\n" }
    let count = problems.count == 1 ? "1 problem" : "\(problems.count) problems"
    let files = fileCount == 1 ? "1 file" : "\(fileCount) files"
    return problems.map { "\($0)\n" }.joined() + "\(count) in \(files)\n"
  }

  private mutating func apply(_ document: ConfigDocument, _ problems: inout [ConfigProblem]) {
    var earlier: [String: ConfigLocation] = [:]
    for section in document.sections {
      guard Subject.keys.contains(where: { $0.section == section.name }) else {
        problems.append(ConfigProblem(section.location, unknown(section: section.name)))
        continue
      }
      let first = earlier[section.name]
      let isRepeatable = Subject.repeatable.contains(section.name)
      if isRepeatable {
        configuration.begin(section.name, isFirst: first == nil)
      } else if let first {
        problems.append(
          ConfigProblem(
            section.location, "section [\(section.name)] was already begun in line \(first.line)"))
      }
      earlier[section.name] = first ?? section.location
      for entry in section.entries { apply(entry, in: section.name, &problems) }
      if isRepeatable, let fault = configuration.end(section.name) {
        problems.append(ConfigProblem(section.location, fault))
      }
    }
  }

  private mutating func apply(
    _ entry: ConfigEntry, in section: String, _ problems: inout [ConfigProblem]
  ) {
    guard
      let key = Subject.keys.first(where: { $0.section == section && $0.key == entry.key })
    else {
      problems.append(ConfigProblem(entry.location, unknown(key: entry.key, in: section)))
      return
    }
    places[key.name] = entry.location
    guard let expected = key.assign(entry.value, &configuration) else { return }
    problems.append(
      ConfigProblem(entry.location, "\(key.name) is '\(entry.value)'; expected: \(expected)"))
  }

  private func unknown(section: String) -> String {
    let known = Subject.keys.map(\.section)
    let nearest = Spelling.nearest(to: section, among: known) ?? ""
    return "unknown section [\(section)]; the nearest known section is [\(nearest)]"
  }

  private func unknown(key: String, in section: String) -> String {
    let elsewhere = Subject.keys.filter { $0.key == key }
    if let other = elsewhere.first {
      return "unknown key '\(key)' in [\(section)]; it belongs to [\(other.section)]"
    }
    let known = Subject.keys.filter { $0.section == section }.map(\.key)
    let nearest = Spelling.nearest(to: key, among: known) ?? ""
    return "unknown key '\(key)' in [\(section)]; the nearest known key is '\(nearest)'"
  }
}
