package import Configuration
package import Linux

/// The configuration files of a service as they lie on disk: one file and its drop-ins.
package struct FoundConfiguration: Sendable {
  /// In the order in which they are read.
  package private(set) var sources: [ConfigurationSource] = []
  /// Files that are there, or were named, and cannot be read.
  package private(set) var unreadable: [SystemError] = []

  /// Reads the file and `FILE.d/*.conf`. Without a path it is the file called `name` in the
  /// directory that systemd names in `$CONFIGURATION_DIRECTORY`, else in /etc/barograph, and it
  /// may be missing.
  package init(_ path: String?, name: String) {
    let folder = ServiceDirectory.configuration.path ?? "/etc/barograph"
    let file = path ?? "\(folder)/\(name)"
    let dropIns = "\(file).d"
    let names = (try? Files.names(in: dropIns)) ?? []
    var paths = ConfigurationSource.dropIns(in: names).map { "\(dropIns)/\($0)" }
    if path != nil || Files.exists(file) { paths.insert(file, at: 0) }
    for path in paths {
      do throws(SystemError) {
        let bytes = try Files.read(path, limit: 1 << 20)
        sources.append(ConfigurationSource(name: path, bytes: bytes))
      } catch {
        unreadable.append(error)
      }
    }
  }
}
