import Glibc

/// Which program has a device open (proc(5), `/proc/PID/fd`), as far as this user may see.
package enum DeviceHolders {
  /// Looks at so many processes, and descriptors of each, at most.
  private static let (mostProcesses, mostDescriptors) = (4096, 1024)

  /// The first other process that has the device open, as `gpsd (process 412)`; nil if there is none
  /// or it cannot be seen.
  package static func first(of path: String) -> String? {
    guard let device = resolved(path), let entries = try? Files.names(in: "/proc") else {
      return nil
    }
    let processes = entries.lazy.compactMap { pid_t($0) }.prefix(mostProcesses)
    guard let holder = processes.first(where: { $0 != getpid() && holds($0, device) }) else {
      return nil
    }
    return "\(name(of: holder) ?? "a program") (process \(holder))"
  }

  private static func holds(_ process: pid_t, _ device: String) -> Bool {
    let folder = "/proc/\(process)/fd"
    guard let names = try? Files.names(in: folder) else { return false }
    return names.prefix(mostDescriptors).contains { Files.linkTarget("\(folder)/\($0)") == device }
  }

  private static func name(of process: pid_t) -> String? {
    guard let bytes = try? Files.read("/proc/\(process)/comm", limit: 64) else { return nil }
    return String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
  }

  /// The device's own name behind stable ones (realpath(3)).
  private static func resolved(_ path: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX) + 1) {
      realpath(path, $0.baseAddress).map { String(cString: $0) }
    }
  }
}

extension Files {
  /// What a symbolic link points at (readlink(2)); nil for anything else.
  package static func linkTarget(_ path: String) -> String? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(PATH_MAX)) { buffer in
      let raw = UnsafeMutableRawPointer(buffer.baseAddress!).assumingMemoryBound(to: CChar.self)
      let count = readlink(path, raw, buffer.count)
      return count > 0 ? String(decoding: buffer.prefix(count), as: UTF8.self) : nil
    }
  }
}
