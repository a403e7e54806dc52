import Diagnosis
import Testing

@Suite struct PermissionFactsTests {
  private static let recorder = Identity(name: "barograph", user: 101, groups: [101, 20])

  private static func rights(
    _ path: String, owner: UInt32 = 0, group: UInt32 = 20, _ groupName: String = "dialout",
    mode: UInt32
  ) -> FileRights {
    FileRights(
      path: path, owner: owner, ownerName: "root", group: group, groupName: groupName, mode: mode)
  }

  private func findings(
    _ socket: PermissionFacts.SocketAccess = .allowed, ports: [FileRights] = [],
    folder: FileRights = rights("/var/lib/barograph", owner: 101, group: 101, mode: 0o750),
    files: [FileRights] = []
  ) -> [Finding] {
    PermissionFacts(
      socket: .known(socket), recorder: .known(Self.recorder), ports: ports,
      stateDirectory: .known(folder), configuration: files
    ).findings
  }

  @Test func everythingInOrder() {
    let found = findings(
      ports: [Self.rights("/dev/ttyUSB0", mode: 0o660)],
      files: [Self.rights("/etc/barograph/barograph.conf", group: 0, mode: 0o644)])
    #expect(found.bad.isEmpty)
    #expect(found["port-access"]?.status == .ok)
  }

  @Test func whoMayNotAskIsToldHow() {
    #expect(
      findings(.notMember(group: "barograph"))["socket-access"]?.fix?
        .contains("adduser $USER barograph") == true)
    #expect(
      findings(.afterLogin(group: "barograph"))["socket-access"]?.fix == "log out and in again")
    #expect(findings(.refused("why", fix: "so"))["socket-access"]?.fix == "so")
  }

  @Test func portsThatTheRecorderCannotOpen() {
    let found = findings(ports: [
      Self.rights("/dev/ttyUSB0", group: 0, "root", mode: 0o600),
      Self.rights("/dev/ttyS1", group: 5, "tty", mode: 0o660),
      Self.rights("/dev/ttyACM0", mode: 0o660),
    ])
    #expect(found.filter { $0.id == "port-access" }.map(\.about) == ["/dev/ttyUSB0", "/dev/ttyS1"])
  }

  @Test func theStateDirectory() {
    let foreign = Self.rights("/srv/x", group: 0, mode: 0o755)
    #expect(findings(folder: foreign)["state-directory"]?.status == .failure)
    let open = Self.rights("/srv/x", owner: 101, mode: 0o755)
    #expect(findings(folder: open)["state-directory"]?.fix == "sudo chmod o= /srv/x")
  }

  @Test func aConfigurationThatTheRecorderCannotRead() {
    let found = findings(files: [Self.rights("/etc/x.conf", group: 0, mode: 0o600)])
    #expect(found["configuration-access"]?.status == .failure)
  }

  @Test func rightsAreThoseOfTheFirstThatFits() {
    // The owner has his own bits, even if the group has more (path_resolution(7)).
    let file = Self.rights("x", owner: 101, mode: 0o060)
    #expect(!Self.recorder.may([.read], file))
    #expect(Identity(name: "root", user: 0, groups: []).may([.read, .write], file))
    #expect(!Identity(name: "x", user: 7, groups: [7]).may([.read], file))
  }

  @Test func whatIsUnknownIsNotGood() {
    let found = PermissionFacts(
      socket: .unknown("a"), recorder: .unknown("b"), stateDirectory: .unknown("c")
    ).findings
    #expect(found.allSatisfy { $0.status == .notChecked })
    #expect(found.count == 4)
  }
}
