/// The way to instruments over Bluetooth.
package struct BluetoothFacts: Sendable {
  /// A switch that keeps a radio off (rfkill(8)).
  package enum Block: Equatable, Sendable { case none, soft, hard }

  /// Whether the configuration allows it.
  package var isUsed: Bool
  /// Whether an instrument that is named is reached over it.
  package var isNeeded: Bool
  /// Adapters by the kernel's name: `hci0`.
  package var adapters: Known<[String]>
  package var block: Known<Block>
  /// `bluetooth.service`.
  package var service: Known<UnitState>
  /// What the recorder says of the adapter; nil where nothing is wrong.
  package var trouble: Known<Trouble?>

  package struct Trouble: Equatable, Sendable {
    package var problem: String
    package var remedy: String?

    package init(problem: String, remedy: String?) {
      self.problem = problem
      self.remedy = remedy
    }
  }

  package init(
    isUsed: Bool, isNeeded: Bool, adapters: Known<[String]>, block: Known<Block>,
    service: Known<UnitState>, trouble: Known<Trouble?>
  ) {
    self.isUsed = isUsed
    self.isNeeded = isNeeded
    self.adapters = adapters
    self.block = block
    self.service = service
    self.trouble = trouble
  }

  /// The first cause in the way from the chip to the recorder; what follows from it is not told.
  package var findings: [Finding] {
    var found = Findings(.bluetooth)
    guard isUsed else {
      found.ok("bluetooth", "not used (devices.bluetooth)")
      return found.all
    }
    if let (message, fix) = cause {
      found.warn("bluetooth", message, fix: fix, optional: !isNeeded)
    } else if let adapters = adapters.value, trouble.value != nil {
      found.ok("bluetooth", "\(adapters.joined(separator: ", ")) is ready")
    } else {
      for case .unknown(let reason) in [trouble.map { _ in "" }, adapters.map { _ in "" }] {
        found.skip("bluetooth", reason)
        break
      }
    }
    return found.all
  }

  private var cause: (String, String)? {
    if let service = service.value, !service.isInstalled {
      return ("BlueZ is not installed", "sudo apt install bluez")
    }
    if let adapters = adapters.value, adapters.isEmpty {
      return (
        "there is no Bluetooth adapter",
        "plug one in, or on a Raspberry Pi see dtoverlay=disable-bt in /boot/firmware/config.txt"
      )
    }
    switch block.value {
    case .hard: return ("Bluetooth is switched off by a hardware switch", "use that switch")
    case .soft: return ("Bluetooth is blocked", "sudo rfkill unblock bluetooth")
    default: break
    }
    if let service = service.value, !service.isActive {
      return ("BlueZ does not run", "sudo systemctl enable --now bluetooth")
    }
    return (trouble.value ?? nil).map { ($0.problem, $0.remedy ?? "see: bluetoothctl show") }
  }
}

extension Known {
  /// The same with another value.
  func map<Other>(_ change: (Value) -> Other) -> Known<Other> {
    switch self {
    case .known(let value): .known(change(value))
    case .unknown(let reason): .unknown(reason)
    }
  }
}
