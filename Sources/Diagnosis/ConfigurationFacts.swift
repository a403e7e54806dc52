/// What the configuration on disk is worth, and whether it is the one in use.
package struct ConfigurationFacts: Equatable, Sendable {
  /// How many files it consists of.
  package var files: Int
  /// What `barographd --check-config` says, a line a problem.
  package var problems: [String]
  /// Files that are there and cannot be read by whoever asks.
  package var unreadable: [String]
  /// Whether the recorder uses its last good configuration; nil if it could not be asked.
  package var usesLastGood: Bool?

  private static let most = 4

  package init(files: Int, problems: [String], unreadable: [String], usesLastGood: Bool?) {
    self.files = files
    self.problems = problems
    self.unreadable = unreadable
    self.usesLastGood = usesLastGood
  }

  package var findings: [Finding] {
    var found = Findings(.configuration)
    let id = "configuration"
    if !problems.isEmpty {
      wrong(&found)
    } else if let path = unreadable.first {
      found.skip(id, "you may not read \(path); try sudo")
    } else if usesLastGood == true {
      found.warn(
        id, "the files are good now, but the recorder still uses an older configuration",
        fix: "after the flight: sudo systemctl restart barographd")
    } else {
      found.ok(
        id, files == 0 ? "all defaults" : "good, " + (files == 1 ? "1 file" : "\(files) files"))
    }
    return found.all
  }

  /// A recorder that runs has an older configuration to go on with; one that does not may have none.
  private func wrong(_ found: inout Findings) {
    let more = problems.count > Self.most ? "; and \(problems.count - Self.most) more" : ""
    let message = problems.prefix(Self.most).joined(separator: "; ") + more
    let fix =
      "mend it, check with barographd --check-config, then: sudo systemctl restart barographd"
    usesLastGood == nil
      ? found.fail("configuration", message, fix: fix)
      : found.warn("configuration", message, fix: fix)
  }
}
