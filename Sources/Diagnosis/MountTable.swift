/// One mounted file system (proc(5), `/proc/self/mountinfo`).
package struct Mount: Equatable, Sendable {
  /// Where it is mounted.
  package var path: String
  /// `ext4`, `vfat`, `overlay`.
  package var type: String
  /// `MAJOR:MINOR` of what it is on.
  package var device: String
  /// Options of the mount and of the file system.
  package var options: [String]

  package init(path: String, type: String, device: String = "", options: [String] = []) {
    self.path = path
    self.type = type
    self.device = device
    self.options = options
  }

  var isReadOnly: Bool { options.contains("ro") }

  /// An option with which what was synced may be lost.
  var weakOption: String? {
    options.first { ["nobarrier", "barrier=0", "data=writeback", "nolog"].contains($0) }
  }

  /// The folder that an overlay writes to.
  var upper: String? {
    options.first { $0.hasPrefix("upperdir=") }.map { String($0.dropFirst("upperdir=".count)) }
  }
}

/// The file systems that are mounted.
package struct MountTable: Equatable, Sendable {
  package var mounts: [Mount]

  package init(_ mounts: [Mount]) { self.mounts = mounts }

  /// Reads the text of `mountinfo`; lines of anything else are passed over.
  package init(text: String) {
    mounts = text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ").map(String.init)
      guard fields.count >= 10, let dash = fields.dropFirst(6).firstIndex(of: "-"),
        fields.count > dash + 3
      else { return nil }
      return Mount(
        path: Self.unescaped(fields[4]), type: fields[dash + 1], device: fields[2],
        options: (fields[5].split(separator: ",") + fields[dash + 3].split(separator: ","))
          .map { Self.unescaped(String($0)) })
    }
  }

  /// The file system that holds a path: of those mounted above it the deepest, of these the last.
  package func mount(of path: String) -> Mount? {
    let holding = mounts.filter { mount in
      mount.path == "/" || path == mount.path || path.hasPrefix(mount.path + "/")
    }
    let depth = holding.map(\.path.utf8.count).max()
    return holding.last { $0.path.utf8.count == depth }
  }

  private static let (inMemory, simple, remote): ([String], [String], [String]) = (
    ["tmpfs", "ramfs", "rootfs"], ["vfat", "msdos", "exfat", "ntfs", "ntfs3", "fuseblk"],
    ["nfs", "nfs4", "cifs", "smb3", "9p", "fuse.sshfs"]
  )

  /// Why recordings are not safe on a file system, and whether they are lost; nil if they are safe.
  func unfitness(of mount: Mount) -> (String, isFailure: Bool)? {
    if Self.inMemory.contains(mount.type) {
      return ("recordings are in memory (\(mount.type)): all are lost when the box goes off", true)
    }
    if mount.type == "overlay" {
      let below = mount.upper.flatMap(self.mount(of:))
      return below.map { Self.inMemory.contains($0.type) } == true
        ? ("the root is an overlay in memory: all recordings are lost when the box goes off", true)
        : ("recordings are on an overlay; whether it is kept cannot be seen", false)
    }
    if Self.simple.contains(mount.type) {
      return ("\(mount.type) is not made for power cuts and has no second names for files", false)
    }
    if Self.remote.contains(mount.type) {
      return ("\(mount.type) is not there when the network is not", false)
    }
    return nil
  }

  /// Without the octal escapes of blanks, tabs, line ends and backslashes.
  private static func unescaped(_ text: String) -> String {
    guard text.contains("\\") else { return text }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(3)
      if byte == UInt8(ascii: "\\"), digits.count == 3,
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
      {
        bytes.append(value)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
