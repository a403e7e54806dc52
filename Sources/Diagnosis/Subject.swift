/// What a check is about; a person may ask for one alone.
package enum Subject: String, Sendable, CaseIterable {
  case recorder, gpsd, instruments, permissions, bluetooth, clock, disk, sync, services, logbook,
    page, configuration

  /// Where a problem of the status document belongs. `about` is its subject: the name of a source.
  package init(problem id: String, about: String?) {
    switch id {
    case "source-gone", "source-silent":
      self = about?.hasPrefix("gpsd://") == true ? .gpsd : .instruments
    case "no-source", "fix-lost", "no-fix": self = .gpsd
    case "clock-wrong": self = .clock
    case "page-closed": self = .page
    case "configuration-wrong": self = .configuration
    case "igc-pending", "files-quarantined", "inbox-not-watched", "stick-refused",
      "analysis-failed":
      self = .logbook
    case "fixes-shed", "supply-low": self = .disk
    case "service-login", "upload-stuck": self = .services
    default: self = Self.byBeginning(of: id)
    }
  }

  private static func byBeginning(of id: String) -> Subject {
    let beginnings: [(String, Subject)] = [
      ("storage", .disk), ("disk", .disk), ("database", .disk), ("sync", .sync),
    ]
    return beginnings.first { id.hasPrefix($0.0) }?.1 ?? .recorder
  }
}
