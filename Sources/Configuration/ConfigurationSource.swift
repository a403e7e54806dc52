/// One configuration file: its name for messages and its bytes.
package struct ConfigurationSource: Equatable, Sendable {
  package var name: String
  package var bytes: [UInt8]

  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  /// Which names of a drop-in directory are read, in their order: `*.conf`, not hidden, sorted by
  /// bytes. Editors' backups and packagers' leftovers (`x.conf~`, `x.conf.dpkg-old`) are not.
  package static func dropIns(in names: some Sequence<String>) -> [String] {
    names.filter { $0.utf8.count > 5 && $0.hasSuffix(".conf") && !$0.hasPrefix(".") }
      .sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
  }
}
