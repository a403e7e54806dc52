import Diagnosis
import Glibc
import Linux

/// Small texts of the kernel and of the system's own files, for reading only.
enum SystemTree {
  /// The text of a file, at most 1 MiB; nil if it is not there or may not be read.
  static func text(_ path: String) -> String? {
    guard let bytes = try? Files.read(path, limit: 1 << 20) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The first word of a file.
  static func word(_ path: String) -> String? {
    text(path)?.split(whereSeparator: \.isWhitespace).first.map(String.init)
  }

  /// Names in a folder with one of these beginnings, at most 64; none if there is no such folder.
  static func names(in folder: String, beginningWith beginnings: String...) -> [String] {
    let names = (try? Files.names(in: folder)) ?? []
    return Array(names.filter { name in beginnings.contains { name.hasPrefix($0) } }.prefix(64))
  }

  /// A path without links (realpath(3)); as it is where there is nothing.
  static func real(_ path: String) -> String {
    guard let found = realpath(path, nil) else { return path }
    defer { free(found) }
    return String(cString: found)
  }

  /// The same for the deepest folder of a path that is there.
  static func existing(_ path: String) -> String {
    var folder = path
    while !Files.exists(folder), folder.count > 1 { folder = Files.folder(of: folder) }
    return real(folder)
  }

  /// Plugged-in serial ports, and a Raspberry Pi's own.
  static var serialPorts: [String] {
    names(in: "/dev", beginningWith: "ttyUSB", "ttyACM", "ttyAMA").map { "/dev/\($0)" }
  }

  /// Owner and mode of what a path leads to (stat(2)).
  static func rights(_ path: String) -> Known<FileRights> {
    var status = stat()
    guard stat(path, &status) == 0 else {
      return .unknown(
        errno == ENOENT
          ? "\(path) is not there yet" : "\(path): \(String(cString: strerror(errno)))")
    }
    return .known(
      FileRights(
        path: path, owner: status.st_uid, ownerName: userName(status.st_uid),
        group: status.st_gid, groupName: groupName(status.st_gid), mode: status.st_mode & 0o777))
  }

  static func userName(_ user: uid_t) -> String {
    getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? String(user)
  }

  static func groupName(_ group: gid_t) -> String {
    getgrgid(group).map { String(cString: $0.pointee.gr_name) } ?? String(group)
  }
}
