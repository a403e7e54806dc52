import Configuration
import ControlAPI
import Diagnosis
import FlightModel
import Linux

/// The box itself: radio, clock, disk, supply.
extension Examination {
  var bluetooth: BluetoothFacts {
    let instruments = configuration.configuration.instruments
    return BluetoothFacts(
      isUsed: configuration.configuration.devices.usesBluetooth,
      isNeeded: instruments.contains { instrument in
        if case .bluetooth(_)? = instrument.address { true } else { false }
      },
      adapters: Self.adapters, block: Self.block, service: unit("bluetooth.service"),
      trouble: instrumentFact { document in
        guard document.bluetooth.state != "ready", let problem = document.bluetooth.problem else {
          return nil
        }
        return BluetoothFacts.Trouble(problem: problem, remedy: document.bluetooth.remedy)
      })
  }

  private static var adapters: Known<[String]> {
    guard Files.exists("/sys/class") else { return .unknown("there is no /sys") }
    let names = SystemTree.names(in: "/sys/class/bluetooth", beginningWith: "hci")
    return .known(names.filter { !$0.contains(":") })
  }

  private static var block: Known<BluetoothFacts.Block> {
    let switches = SystemTree.names(in: "/sys/class/rfkill", beginningWith: "rfkill")
      .map { "/sys/class/rfkill/\($0)" }.filter { SystemTree.word("\($0)/type") == "bluetooth" }
    if switches.contains(where: { SystemTree.word("\($0)/hard") == "1" }) { return .known(.hard) }
    let isSoft = switches.contains { SystemTree.word("\($0)/soft") == "1" }
    return .known(isSoft ? .soft : .none)
  }

  var clock: ClockFacts {
    let hasClass = Files.exists("/sys/class")
    return ClockFacts(
      year: SystemClock.wall().date.year, isSynchronised: SystemClock.isSynchronised(),
      hasHardwareClock: hasClass
        ? .known(!SystemTree.names(in: "/sys/class/rtc", beginningWith: "rtc").isEmpty)
        : .unknown("there is no /sys"),
      offsetS: fact { $0.clock.offsetS })
  }

  // MARK: Disk

  var disk: DiskFacts {
    let directory = SystemTree.existing(stateDirectory)
    let mounts = SystemTree.text("/proc/self/mountinfo").map { MountTable(text: $0) }
    return DiskFacts(
      directory: directory, space: space(of: directory),
      writes: fact {
        DiskFacts.Writes(
          hoursLeft: $0.storage.hoursLeft, slowestCommitMs: $0.storage.slowestCommitMs)
      },
      mounts: mounts.map { .known($0) } ?? .unknown("/proc/self/mountinfo cannot be read"),
      wear: Self.wear(of: mounts?.mount(of: directory)), supply: Self.supply,
      keepsJournal: Self.keepsJournal)
  }

  private func space(of directory: String) -> Known<DiskFacts.Space> {
    do throws(SystemError) {
      let space = try Files.space(at: directory)
      let mebibytes = configuration.configuration.storage.minimumFreeMiB
      return .known(
        DiskFacts.Space(
          free: space.free, total: space.total, alarm: Int64(mebibytes) << 20,
          limit: HealthRules().freeBytesLimit))
    } catch {
      return .unknown("\(error)")
    }
  }

  /// Of the card below a partition; the kernel tells it beside the whole card.
  private static func wear(of mount: Mount?) -> Known<CardWear> {
    guard let mount, !mount.device.hasPrefix("0:") else {
      return .unknown("the file system is on no card or disk of its own")
    }
    let partition = SystemTree.real("/sys/dev/block/\(mount.device)")
    for card in [partition, Files.folder(of: partition)] {
      let wear = CardWear(
        lifeTime: SystemTree.text("\(card)/device/life_time"),
        reserve: SystemTree.text("\(card)/device/pre_eol_info"))
      if let wear { return .known(wear) }
    }
    return .unknown("only eMMC tells its wear; SD cards and USB sticks do not")
  }

  private static var supply: Known<PowerSupply> {
    let firmware = "/sys/devices/platform/soc/soc:firmware/get_throttled"
    if let text = SystemTree.text(firmware), let supply = PowerSupply(throttled: text) {
      return .known(supply)
    }
    let sensors = SystemTree.names(in: "/sys/class/hwmon", beginningWith: "hwmon")
      .map { "/sys/class/hwmon/\($0)" }
    guard let sensor = sensors.first(where: { SystemTree.word("\($0)/name") == "rpi_volt" }),
      let alarm = SystemTree.word("\(sensor)/in0_lcrit_alarm")
    else { return .unknown("this board does not tell its supply voltage") }
    return .known(PowerSupply(isLow: alarm == "1"))
  }

  private static var keepsJournal: Known<Bool> {
    if Files.exists("/var/log/journal") { return .known(true) }
    return Files.exists("/run/log/journal") ? .known(false) : .unknown("there is no journal here")
  }
}
