import ControlAPI
import FlightModel
import FlightSimulator
import Linux
import NetworkDoubles
import TestSupport
import Testing

extension EndToEnd {
  /// Uploads over networks that cost money, as NetworkManager tells of them.
  ///
  /// A server on loopback needs no network, so the receiver has TLS on an address of this machine.
  @Suite(
    .timeLimit(.minutes(10)),
    .enabled(if: ownAddress != nil, "this machine has no address but loopback"))
  struct NetworkTests {
    private typealias Mock = MockNetworkManager
    private static let fixes = SimulatedFlight(.minute).fixes
    private static let objects: [String: [String: Mock.Properties]] = [
      Mock.root: [
        Mock.service: [
          "Connectivity": .number(4), "Metered": .number(2),
          "PrimaryConnection": .path("/active/1"),
        ]
      ],
      "/active/1": [Mock.connection: ["Devices": .paths(["/device/1"])]],
      "/device/1": [Mock.device: ["Metered": .number(2)]],
    ]

    /// Both say it: the whole can lag behind the device.
    private func set(_ manager: Mock, metered: UInt32) {
      manager.set("/device/1", Mock.device, ["Metered": .number(metered)])
      manager.set(Mock.root, Mock.service, ["Metered": .number(metered)])
    }

    /// A certificate for an address, signed by an authority of its own; the paths in the folder.
    private func makeCertificate(for address: String, in folder: TemporaryFolder) async throws {
      let script = """
        set -e; cd '\(folder.path)'
        openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 \
          -subj '/CN=Test Authority' -keyout ca.key -out ca.pem
        openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj '/CN=receiver' \
          -keyout receiver.key -out receiver.csr
        printf 'subjectAltName=IP:\(address)\\n' > names
        openssl x509 -req -in receiver.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 \
          -extfile names -out receiver.pem
        chmod 600 receiver.key
        """
      let made = try await ChildProcess.run(["sh", "-c", script])
      try #require(made.ending == .exit(0), "\(made.output)")
    }

    private func field(
      at address: String, bus: PrivateBus
    ) async throws -> (BackedUpBox, url: String) {
      let folder = TemporaryFolder()
      try await makeCertificate(for: address, in: folder)
      let receiver = try ReceiverBox("", folder: folder)
      try receiver.configure(
        """
        [listen]
        address = \(address):0
        tls-certificate = \(folder.file("receiver.pem"))
        tls-key = \(folder.file("receiver.key"))
        """)
      let gpsd = try FakeGPSD()
      let box = try Box(
        port: gpsd.port, policy: "manual", more: "[sync]\nca-file = \(folder.file("ca.pem"))")
      box.environment["DBUS_SYSTEM_BUS_ADDRESS"] = bus.address
      let field = try await BackedUpBox(box: box, gpsd: gpsd, receiver: receiver)
      return (field, "https://\(address):\(receiver.port)")
    }

    @Test("metered or unknown in mid-flight, uploads wait and say so; unmetered, they go on")
    func metering() async throws {
      let bus = try await PrivateBus(in: TemporaryFolder())
      let manager = try Mock(at: bus.address, Self.objects)
      let (field, url) = try await field(at: ownAddress!, bus: bus)
      let box = field.box
      try await field.feed(Self.fixes.prefix(2))
      let code = try await field.receiver.addAccount("Ada")
      let signed = try await box.signIn(at: url, with: code)
      #expect(signed.code == 0, "\(signed.output)")
      try await box.run("sync", "on", "--yes", "--unmetered-only", "yes")
      try await box.synced()
      try await box.run("record", "start")
      try await field.feed(Self.fixes[2..<10])
      try await box.synced()
      set(manager, metered: 1)
      try await expectWaiting(field, Self.fixes[10..<20], isKnown: true)
      set(manager, metered: 4)
      try await box.synced()
      set(manager, metered: 0)
      try await expectWaiting(field, Self.fixes[20..<30], isKnown: false)
      let line = try await box.run("sync", "status")[0]
      #expect(line.contains("(sync.metering)"), "\(line)")
      // Any network will do: nothing has to be known.
      try await box.run("settings", "set", "syncWifiOnly", "no")
      try await box.synced()
      try await box.run("record", "stop")
      try await box.synced()
      let verified = try await box.run("sync", "verify")
      #expect(verified.last == "server-equals-store yes", "\(verified)")
      await field.stop()
      manager.stop()
      await bus.kill()
    }

    /// Nothing of these fixes is sent, however much a person asks.
    private func expectWaiting(
      _ field: BackedUpBox, _ fixes: ArraySlice<SimulatedFix>, isKnown: Bool
    ) async throws {
      try await field.box.status("waiting") { $0.sync.state == .waitingForUnmetered }
      try await field.feed(fixes)
      try await field.box.run("sync", "now")
      let waiting = try await field.box.status("rows that wait") { $0.sync.pendingRows > 0 }
      #expect(waiting.facts?.sync.state == .waitingForUnmetered)
      #expect(waiting.facts?.sync.isMeteringKnown == isKnown)
    }

    @Test("a certificate of an authority that nobody has named is refused")
    func unknownAuthority() async throws {
      let bus = try await PrivateBus(in: TemporaryFolder())
      let (field, url) = try await field(at: ownAddress!, bus: bus)
      let other = try Box(port: field.gpsd.port, policy: "manual")
      await field.box.stop()
      try other.begin()
      try field.gpsd.greet()
      try await other.connected()
      let code = try await field.receiver.addAccount("Ada")
      let refused = try await other.signIn(at: url, with: code)
      #expect(refused.code == 75 && refused.output[0].contains("cannot be reached"), "\(refused)")
      await other.stop()
      await field.stop()
      await bus.kill()
    }
  }
}
