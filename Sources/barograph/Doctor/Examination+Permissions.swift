import CommandLineInterface
import Configuration
import ControlAPI
import Diagnosis
import Glibc
import Linux
import Systemd

/// Who may do what.
extension Examination {
  /// The user and group that the package makes.
  private static let serviceName = "barograph"

  var permissions: PermissionFacts {
    let ports = Set(SystemTree.serialPorts + devnodes).sorted()
    return PermissionFacts(
      socket: socketAccess, recorder: recorderIdentity,
      ports: ports.compactMap { SystemTree.rights($0).value },
      stateDirectory: SystemTree.rights(stateDirectory),
      configuration: files.sources.compactMap { SystemTree.rights($0.name).value }
        + files.unreadable.compactMap { SystemTree.rights($0.subject).value })
  }

  private var devnodes: [String] {
    ((try? instruments.get())?.instruments ?? []).compactMap(\.devnode)
  }

  /// As the recorder tells it, else as the configuration does.
  var stateDirectory: String {
    facts?.storage.directory
      ?? configuration.configuration.storage.directory.resolved { name in
        getenv(name).map { String(cString: $0) }
      }
  }

  // MARK: The person

  private var socketAccess: Known<PermissionFacts.SocketAccess> {
    if geteuid() == 0 { return .known(.allowed) }
    if case .success = status { return .known(.allowed) }
    guard case .failure(let failure) = status else { return .unknown("nobody was asked") }
    guard ["permission-denied", "not-running"].contains(failure.slug) else {
      return .unknown(failure.message)
    }
    guard let group = getgrnam(Self.serviceName) else {
      return failure.slug == "not-running"
        ? .unknown("there is no group \(Self.serviceName)")
        : .known(.refused(failure.message, fix: failure.hint))
    }
    if Self.ownGroups.contains(group.pointee.gr_gid) {
      return failure.slug == "not-running"
        ? .known(.allowed) : .known(.refused(failure.message, fix: "use sudo"))
    }
    return .known(
      Self.members(of: group.pointee).contains(SystemTree.userName(getuid()))
        ? .afterLogin(group: Self.serviceName) : .notMember(group: Self.serviceName))
  }

  private static var ownGroups: [gid_t] {
    var groups = [gid_t](repeating: 0, count: 256)
    let count = getgroups(Int32(groups.count), &groups)
    return [getegid()] + groups.prefix(Int(max(0, count)))
  }

  private static func members(of group: group) -> [String] {
    var names: [String] = []
    var pointer = group.gr_mem
    while let name = pointer?.pointee {
      names.append(String(cString: name))
      pointer = pointer?.advanced(by: 1)
    }
    return names
  }

  // MARK: The recorder

  private var recorderIdentity: Known<Identity> {
    if let process = unit("barographd.service").value?.process ?? Self.process(at: socketPath),
      let identity = Self.identity(of: process)
    {
      return .known(identity)
    }
    guard let user = getpwnam(Self.serviceName) else {
      return .unknown("there is no user \(Self.serviceName)")
    }
    // What the unit adds.
    let ports: Set<gid_t> = getgrnam("dialout").map { [$0.pointee.gr_gid] } ?? []
    return .known(
      Identity(
        name: Self.serviceName, user: user.pointee.pw_uid,
        groups: ports.union([user.pointee.pw_gid])))
  }

  /// The recorder without systemd: a process of that name and of the socket's owner.
  private static func process(at socket: String) -> Int32? {
    guard let owner = SystemTree.rights(socket).value?.owner else { return nil }
    return ((try? Files.names(in: "/proc")) ?? []).lazy.compactMap { Int32($0) }.prefix(4096)
      .first { process in
        SystemTree.word("/proc/\(process)/comm") == "barographd"
          && identity(of: process)?.user == owner
      }
  }

  /// User and groups of a process (proc(5), `status`).
  private static func identity(of process: Int32) -> Identity? {
    guard let text = SystemTree.text("/proc/\(process)/status") else { return nil }
    func numbers(_ key: String) -> [UInt32] {
      let line = text.split(separator: "\n").first { $0.hasPrefix(key) } ?? ""
      return line.dropFirst(key.count).split(whereSeparator: \.isWhitespace).compactMap {
        UInt32($0)
      }
    }
    guard numbers("Uid:").count == 4, numbers("Gid:").count == 4 else { return nil }
    let user = numbers("Uid:")[1]
    return Identity(
      name: SystemTree.userName(user), user: user,
      groups: Set(numbers("Groups:") + [numbers("Gid:")[1]]))
  }
}
