/// Who may do what: this person with the recorder, the recorder with its ports and files.
package struct PermissionFacts: Sendable {
  /// Whether whoever asks may talk to the recorder.
  package enum SocketAccess: Equatable, Sendable {
    case allowed
    /// In the group since, but logged in before.
    case afterLogin(group: String)
    case notMember(group: String)
    /// What else is in the way, and what to do.
    case refused(String, fix: String)
  }

  package var socket: Known<SocketAccess>
  /// The recorder's user and groups.
  package var recorder: Known<Identity>
  /// Serial ports that are there.
  package var ports: [FileRights]
  package var stateDirectory: Known<FileRights>
  /// Configuration files that are there.
  package var configuration: [FileRights]

  package init(
    socket: Known<SocketAccess>, recorder: Known<Identity>, ports: [FileRights] = [],
    stateDirectory: Known<FileRights>, configuration: [FileRights] = []
  ) {
    self.socket = socket
    self.recorder = recorder
    self.ports = ports
    self.stateDirectory = stateDirectory
    self.configuration = configuration
  }

  package var findings: [Finding] {
    var found = Findings(.permissions)
    found.judge("socket-access", socket, Self.socket)
    found.judge("port-access", recorder, portAccess)
    found.judge("state-directory", stateDirectory, directory)
    found.judge("configuration-access", recorder, configurationAccess)
    return found.all
  }

  private static func socket(_ found: inout Findings, _ access: SocketAccess) {
    let id = "socket-access"
    switch access {
    case .allowed: found.ok(id, "you may use the recorder")
    case .afterLogin(let group):
      found.warn(
        id, "you are in the group \(group) since you logged in", fix: "log out and in again")
    case .notMember(let group):
      found.warn(
        id, "you may not talk to the recorder: you are not in the group \(group)",
        fix: "sudo adduser $USER \(group), then log in again; or use sudo")
    case .refused(let message, let fix): found.warn(id, message, fix: fix)
    }
  }

  private func portAccess(_ found: inout Findings, _ recorder: Identity) {
    let closed = ports.filter { !recorder.may([.read, .write], $0) }
    if closed.isEmpty {
      if !ports.isEmpty { found.ok("port-access", "the recorder may open the serial ports") }
      return
    }
    for port in closed {
      found.warn(
        "port-access", "the recorder may not open \(port.path) (group \(port.groupName))",
        fix: port.groupName == "root"
          ? "reload the rules: sudo udevadm trigger \(port.path); the group should be dialout"
          : "SupplementaryGroups=\(port.groupName) in: sudo systemctl edit barographd",
        about: port.path)
    }
  }

  private func directory(_ found: inout Findings, _ folder: FileRights) {
    let id = "state-directory"
    if let recorder = recorder.value, !recorder.may([.read, .write, .enter], folder) {
      return found.fail(
        id, "the recorder may not write to \(folder.path) (owner \(folder.ownerName))",
        fix: "sudo chown -R \(recorder.name): \(folder.path)")
    }
    guard folder.mode & 0o007 == 0 else {
      return found.warn(
        id, "everyone on this box may look into \(folder.path)",
        fix: "sudo chmod o= \(folder.path)")
    }
    if recorder.value != nil { found.ok(id, "its files are its own") }
  }

  private func configurationAccess(_ found: inout Findings, _ recorder: Identity) {
    for file in configuration where !recorder.may([.read], file) {
      found.fail(
        "configuration-access", "the recorder may not read \(file.path)",
        fix: "sudo chgrp \(recorder.name) \(file.path) && sudo chmod g+r \(file.path)",
        about: file.path)
    }
  }
}

/// A user with groups.
package struct Identity: Equatable, Sendable {
  package var name: String
  package var user: UInt32
  package var groups: Set<UInt32>

  package init(name: String, user: UInt32, groups: Set<UInt32>) {
    self.name = name
    self.user = user
    self.groups = groups
  }

  /// Whether a file's mode allows all of it (path_resolution(7)); root may everything here.
  package func may(_ wishes: FileRights.Wish, _ file: FileRights) -> Bool {
    if user == 0 { return true }
    let bits =
      file.owner == user ? file.mode >> 6 : groups.contains(file.group) ? file.mode >> 3 : file.mode
    return bits & wishes.rawValue == wishes.rawValue
  }
}

/// Owner and mode of a file, folder or device.
package struct FileRights: Equatable, Sendable {
  /// What somebody wants of it.
  package struct Wish: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
    package static let read = Wish(rawValue: 4)
    package static let write = Wish(rawValue: 2)
    /// To reach what is in a folder.
    package static let enter = Wish(rawValue: 1)
  }

  package var path: String
  package var owner: UInt32
  package var ownerName: String
  package var group: UInt32
  package var groupName: String
  /// The permission bits.
  package var mode: UInt32

  package init(
    path: String, owner: UInt32, ownerName: String, group: UInt32, groupName: String, mode: UInt32
  ) {
    self.path = path
    self.owner = owner
    self.ownerName = ownerName
    self.group = group
    self.groupName = groupName
    self.mode = mode
  }
}
