import Linux

/// What this process occupies, bytes (proc(5), `status`).
struct ProcessMemory: Equatable {
  /// `VmRSS`.
  var resident: Int
  /// `RssAnon`: heap and stacks.
  var anonymous: Int

  static func now() throws -> ProcessMemory {
    let bytes = try Files.read("/proc/self/status", limit: 65_536)
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    func value(_ name: String) -> Int {
      let line = lines.first { $0.hasPrefix(name + ":") }
      return (line?.split(whereSeparator: \.isWhitespace)[1]).flatMap { Int($0) }.map { $0 * 1024 }
        ?? 0
    }
    return ProcessMemory(resident: value("VmRSS"), anonymous: value("RssAnon"))
  }
}
