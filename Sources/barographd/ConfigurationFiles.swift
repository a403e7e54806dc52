import Configuration
import Glibc
import Linux
import Systemd

/// The configuration as it lies on disk: one file, its drop-ins, and the copy of the last good one.
struct ConfigurationFiles {
  private let reading: ConfigurationReading<DaemonConfiguration>
  private let sources: [ConfigurationSource]
  /// Files that are there, or were named, and cannot be read.
  private let unreadable: [SystemError]

  /// A configuration to run with.
  struct Settled {
    var configuration: DaemonConfiguration
    /// Why it is not the one on disk, for the journal and the status; nil when it is.
    var complaint: String?
    var stateDirectory: String
    var socketPath: String
  }

  /// Reads the file and `FILE.d/*.conf`. A file that cannot be read is a problem of its own.
  static func load(_ path: String?) -> ConfigurationFiles {
    let found = FoundConfiguration(path, name: "barograph.conf")
    return ConfigurationFiles(
      reading: ConfigurationReading(found.sources), sources: found.sources,
      unreadable: found.unreadable)
  }

  /// Whether the files can be run with.
  var isGood: Bool { reading.problems.isEmpty && unreadable.isEmpty }

  /// What `--check-config` prints.
  var report: String {
    let files = unreadable.map { "cannot read the configuration: \($0)\n" }.joined()
    return reading.problems.isEmpty && !unreadable.isEmpty ? files : files + reading.report
  }

  /// This configuration if it is good, else the last good one of this box, else nil.
  ///
  /// A box that starts in the glider after a cut through an edit must record, with yesterday's
  /// configuration rather than not at all.
  func settled() -> Settled? {
    let good = LastGood(in: Self.keptIn)
    let emptied = good.flatMap { emptiedFile(since: $0.sources) }
    if isGood && emptied == nil {
      let settled = settle(reading.configuration, complaint: nil)
      keep()
      return settled
    }
    guard let good else { return nil }
    let first = emptied ?? unreadable.first.map { "\($0)" } ?? "\(reading.problems[0])"
    let complaint =
      "the configuration is wrong and the last good one is used: \(first) "
      + "(see all with barographd --check-config)"
    return settle(good.configuration, complaint: complaint)
  }

  /// Which file has lost all that it had, as one does that was being written when the power went.
  private func emptiedFile(since good: [ConfigurationSource]) -> String? {
    let name = sources.first { source in
      source.bytes.isEmpty
        && good.contains { $0.name == source.name && $0.bytes.contains { $0 > 0x20 } }
    }?.name
    return name.map { "\($0) is empty and was not; a line with '#' says that it is meant to be" }
  }

  private func settle(_ configuration: DaemonConfiguration, complaint: String?) -> Settled {
    let environment = { (name: String) in getenv(name).map { String(cString: $0) } }
    return Settled(
      configuration: configuration, complaint: complaint,
      stateDirectory: configuration.storage.directory.resolved(environment: environment),
      socketPath: configuration.socket.resolved(environment: environment))
  }

  /// Where the copy lies: a place that no configuration moves, since it is read when there is none.
  private static var keptIn: String { ServiceDirectory.state.path ?? "/var/lib/barograph" }

  private func keep() {
    // Only systemd's own variable makes the folder ours to make.
    if let folder = ServiceDirectory.state.path { try? Files.makeFolder(folder) }
    let path = LastGood.path(in: Self.keptIn)
    let bytes = LastGood.encode(sources)
    // Written only when it differs, to spare the card; a failure costs the fall-back alone.
    if (try? Files.read(path, limit: bytes.count)) != bytes {
      try? Files.replace(path, with: bytes)
    }
  }
}

/// The copy of the last good configuration in the state directory: all its files in one, so that it
/// is replaced as one step.
private struct LastGood {
  let sources: [ConfigurationSource]
  let configuration: DaemonConfiguration

  private static let marker = "#=== "

  static func path(in stateDirectory: String) -> String {
    "\(stateDirectory)/configuration.last-good"
  }

  init?(in stateDirectory: String) {
    guard let bytes = try? Files.read(Self.path(in: stateDirectory), limit: 4 << 20) else {
      return nil
    }
    sources = Self.decode(bytes)
    let reading = ConfigurationReading<DaemonConfiguration>(sources)
    guard reading.problems.isEmpty else { return nil }
    configuration = reading.configuration
  }

  static func encode(_ sources: [ConfigurationSource]) -> [UInt8] {
    sources.flatMap { Array("\(marker)\($0.name)\n".utf8) + $0.bytes + [0x0A] }
  }

  static func decode(_ bytes: [UInt8]) -> [ConfigurationSource] {
    var sources: [ConfigurationSource] = []
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if line.starts(with: marker.utf8) {
        let name = String(decoding: line.dropFirst(marker.utf8.count), as: UTF8.self)
        sources.append(ConfigurationSource(name: name, bytes: []))
      } else if !sources.isEmpty {
        sources[sources.count - 1].bytes += line + [0x0A]
      }
    }
    return sources
  }
}
