import Diagnosis
import Testing

@Suite struct MachineFactsTests {
  // MARK: Bluetooth

  private func bluetooth(_ change: (inout BluetoothFacts) -> Void) -> Finding? {
    var facts = BluetoothFacts(
      isUsed: true, isNeeded: true, adapters: .known(["hci0"]), block: .known(.none),
      service: .known(.unit("active")), trouble: .known(nil))
    change(&facts)
    return facts.findings.first
  }

  @Test func bluetoothsFirstCauseIsTold() {
    #expect(bluetooth { _ in }?.status == .ok)
    #expect(bluetooth { $0.isUsed = false }?.status == .ok)
    let causes: [(String, (inout BluetoothFacts) -> Void)] = [
      ("apt install bluez", { $0.service = .known(.unit("inactive", load: "not-found")) }),
      ("plug one in", { $0.adapters = .known([]) }),
      ("rfkill unblock", { $0.block = .known(.soft) }),
      ("use that switch", { $0.block = .known(.hard) }),
      ("enable --now bluetooth", { $0.service = .known(.unit("inactive")) }),
      ("power it", { $0.trouble = .known(.init(problem: "off", remedy: "power it")) }),
    ]
    for (fix, change) in causes {
      let finding = bluetooth(change)
      #expect(finding?.status == .warning && finding?.isOptional == false)
      #expect(finding?.fix?.contains(fix) == true, "\(String(describing: finding))")
      #expect(
        bluetooth {
          change(&$0); $0.isNeeded = false
        }?.isOptional == true)
    }
    #expect(bluetooth { $0.trouble = .unknown("down") }?.status == .notChecked)
    #expect(bluetooth { $0.adapters = .unknown("no /sys") }?.message == "no /sys")
  }

  // MARK: Clock

  @Test func theClock() {
    let good = ClockFacts(
      year: 2026, isSynchronised: true, hasHardwareClock: .known(true), offsetS: .known(0.1))
    #expect(good.findings.map(\.status) == [.ok, .ok, .ok])
    let poor = ClockFacts(
      year: 1970, isSynchronised: false, hasHardwareClock: .known(false), offsetS: .known(nil))
    #expect(poor.findings.map(\.status) == [.warning, .notChecked, .warning])
    #expect(poor.findings[0].isOptional == false && poor.findings[2].isOptional)
  }

  // MARK: Disk

  private static let table = MountTable(
    text: """
      22 1 179:2 / / rw,noatime shared:1 - ext4 /dev/mmcblk0p2 rw
      23 22 0:5 / /dev rw - devtmpfs udev rw
      30 22 179:1 / /boot/firmware rw - vfat /dev/mmcblk0p1 rw
      31 22 8:1 / /srv/my\\040data ro - ext4 /dev/sda1 ro
      32 22 0:40 / /run rw,nosuid - tmpfs tmpfs rw
      33 22 0:50 / /ro rw - overlay overlay rw,lowerdir=/,upperdir=/run/upper,workdir=/run/work
      34 22 0:51 / /kept rw - overlay overlay rw,lowerdir=/,upperdir=/home/u,workdir=/home/w
      35 22 8:2 / /fast rw - ext4 /dev/sda2 rw,nobarrier
      nonsense
      36 22 8:2 / /short
      """)

  private func disk(_ change: (inout DiskFacts) -> Void) -> [Finding] {
    var facts = DiskFacts(
      directory: "/var/lib/barograph",
      space: .known(
        .init(free: 41_200_000_000, total: 60_000_000_000, alarm: 1 << 28, limit: 50 << 20)),
      writes: .known(.init(hoursLeft: 96, slowestCommitMs: 84)), mounts: .known(Self.table),
      wear: .unknown("SD cards do not tell"), supply: .unknown("no sensor"),
      keepsJournal: .known(true))
    change(&facts)
    return facts.findings
  }

  @Test func aGoodDisk() {
    let found = disk { _ in }
    #expect(found.bad.isEmpty)
    #expect(found["disk-space"]?.message == "41 GB free in /var/lib/barograph, room for about 96 h")
    #expect(found["file-system"]?.message == "ext4")
    #expect(found["card-wear"]?.status == .notChecked)
  }

  @Test func spaceAndSpeed() {
    func space(_ free: Int64) -> Finding? {
      disk {
        $0.space = .known(.init(free: free, total: 1 << 34, alarm: 1 << 28, limit: 50 << 20))
      }[
        "disk-space"]
    }
    #expect(space(1 << 29)?.status == .ok)
    #expect(space(1 << 27)?.status == .warning)
    #expect(space(1 << 20)?.status == .failure)
    #expect(disk { $0.writes = .known(.init(slowestCommitMs: 4200)) }.bad == ["disk-speed"])
    #expect(disk { $0.writes = .known(.init()) }["disk-speed"]?.status == .notChecked)
  }

  @Test(arguments: [
    ("/boot/firmware/x", Finding.Status.warning, "vfat"), ("/srv/my data/x", .failure, "read-only"),
    ("/run/x", .failure, "memory"), ("/ro", .failure, "overlay in memory"),
    ("/kept/x", .warning, "cannot be seen"), ("/fast", .warning, "nobarrier"),
    ("/running/x", .ok, "ext4"),
  ])
  func fileSystems(directory: String, status: Finding.Status, words: String) {
    let finding = disk { $0.directory = directory }["file-system"]
    #expect(finding?.status == status)
    #expect(finding?.message.contains(words) == true, "\(String(describing: finding))")
  }

  @Test func wear() {
    func status(_ life: String?, _ reserve: String?) -> Finding.Status? {
      guard let wear = CardWear(lifeTime: life, reserve: reserve) else { return nil }
      return disk { $0.wear = .known(wear) }["card-wear"]?.status
    }
    #expect(status("0x01 0x02\n", "0x01\n") == .ok)
    #expect(status("0x02 0x09", "0x01") == .warning)
    #expect(status("0x0b 0x01", nil) == .failure)
    #expect(status("0x01 0x01", "0x02") == .warning)
    #expect(status(nil, "0x03") == .failure)
    #expect(status("0x00 0x00", "0x00") == nil)
    #expect(status("", nil) == nil)
    #expect(status("nonsense", "more") == nil)
  }

  @Test func supply() {
    func status(_ text: String) -> Finding.Status? {
      PowerSupply(throttled: text).flatMap { supply in
        disk { $0.supply = .known(supply) }["power-supply"]?.status
      }
    }
    #expect(status("0\n") == .ok)
    #expect(status("50005") == .warning)
    #expect(status("0x50000") == .warning)
    #expect(status("4") == .ok)
    #expect(status("x") == nil)
  }

  @Test func aJournalThatIsForgottenIsOptional() {
    let finding = disk { $0.keepsJournal = .known(false) }["journal"]
    #expect(finding?.status == .warning && finding?.isOptional == true)
  }

  // MARK: Instruments, uploads, logbook, configuration

  @Test func instruments() {
    let facts = InstrumentsFacts(
      instruments: .known([
        .init(name: "a", spoken: "flarm on ttyUSB0"),
        .init(name: "b", spoken: "vesc D3", problem: "not in reach", remedy: "switch it on"),
        .init(name: "c", spoken: "port ttyUSB1", problem: "busy", holder: "minicom (process 7)"),
      ]), modemManager: .known(.unit("active")), hasRules: false)
    #expect(facts.findings.bad == ["instrument", "port-held", "udev-rules"])
    #expect(facts.findings["instruments"]?.message == "flarm on ttyUSB0")
    #expect(facts.findings["udev-rules"]?.isOptional == false)
    let quiet = InstrumentsFacts(
      instruments: .known([]), modemManager: .known(.unit("active")), hasRules: true)
    #expect(quiet.findings.map(\.status) == [.ok])
  }

  @Test(arguments: [
    ("off", false, Finding.Status.ok), ("up-to-date", true, .ok), ("offline", true, .ok),
    ("signed-out", false, .ok), ("signed-out", true, .warning), ("retrying", true, .warning),
  ])
  func uploads(state: String, hasServer: Bool, status: Finding.Status) {
    let outlook = SyncOutlook(state: state, line: "line", hasServer: hasServer)
    let found = SyncOutlook.findings(.known(outlook))
    #expect(found.map(\.status) == [status])
    #expect(status == .ok || found[0].isOptional)
  }

  @Test func whatTheRecorderReportsOfUploadsIsToldOnce() {
    let paused = SyncOutlook(state: "paused", line: "line", hasServer: true)
    #expect(SyncOutlook.findings(.known(paused)).isEmpty)
    #expect(SyncOutlook.findings(.unknown("down")).map(\.status) == [.notChecked])
  }

  @Test func theLogbookTellsWhatWaits() {
    let facts = LogbookFacts(inboxFiles: 2, flightsToAnalyse: 0, unfinishedRecordings: 1)
    #expect(
      LogbookFacts.findings(.known(facts)).first?.message
        == "1 IGC files to be written, 2 files in the inbox")
  }

  @Test(
    arguments: [
      (nil, false, "none"), ("127.0.0.1:8088", false, "at 127.0.0.1:8088"), (nil, true, "network"),
    ] as [(String?, Bool, String)])
  func thePage(address: String?, isOpen: Bool, words: String) {
    let found = PageOutlook(address: address, isOpenToNetwork: isOpen).findings
    #expect(found.map(\.status) == [.ok])
    #expect(found[0].message.contains(words))
  }

  @Test func theConfiguration() {
    func finding(
      _ problems: [String] = [], unreadable: [String] = [], old: Bool? = false
    ) -> Finding? {
      ConfigurationFacts(files: 2, problems: problems, unreadable: unreadable, usesLastGood: old)
        .findings.first
    }
    #expect(finding()?.message == "good, 2 files")
    #expect(finding(old: true)?.status == .warning)
    #expect(finding(["x:3: bad"], old: true)?.status == .warning)
    #expect(finding(["x:3: bad"], old: nil)?.status == .failure)
    #expect(finding(unreadable: ["/etc/x"])?.status == .notChecked)
    let many = finding((0..<9).map { "line \($0)" }, old: nil)
    #expect(many?.message.hasSuffix("line 3; and 5 more") == true)
  }
}
