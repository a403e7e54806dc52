/// The instruments, their ports, and what may come between.
package struct InstrumentsFacts: Sendable {
  /// One instrument as the recorder tells of it.
  package struct Instrument: Equatable, Sendable {
    /// As the status document calls this source.
    package var name: String
    /// For people: `flarm on ttyUSB0`.
    package var spoken: String
    package var problem: String?
    package var remedy: String?
    /// Another program that has its port.
    package var holder: String?

    package init(
      name: String, spoken: String, problem: String? = nil, remedy: String? = nil,
      holder: String? = nil
    ) {
      self.name = name
      self.spoken = spoken
      self.problem = problem
      self.remedy = remedy
      self.holder = holder
    }
  }

  package var instruments: Known<[Instrument]>
  package var modemManager: Known<UnitState>
  /// Whether the udev rules of this package are in place.
  package var hasRules: Bool

  package init(
    instruments: Known<[Instrument]>, modemManager: Known<UnitState>, hasRules: Bool
  ) {
    self.instruments = instruments
    self.modemManager = modemManager
    self.hasRules = hasRules
  }

  package var findings: [Finding] {
    var found = Findings(.instruments)
    found.judge("instruments", instruments, Self.instruments)
    rules(&found)
    return found.all
  }

  private static func instruments(_ found: inout Findings, _ all: [Instrument]) {
    let good = all.filter { $0.problem == nil && $0.holder == nil }
    if !good.isEmpty {
      found.ok("instruments", good.map(\.spoken).joined(separator: ", "))
    } else if all.isEmpty {
      found.ok("instruments", "none besides gpsd's receivers")
    }
    for instrument in all {
      if let holder = instrument.holder {
        found.warn(
          "port-held", "\(instrument.spoken): \(holder) has its port",
          fix: "end that program, or keep it from this port", about: instrument.name)
      } else if let problem = instrument.problem {
        found.warn(
          "instrument", "\(instrument.spoken): \(problem)",
          fix: instrument.remedy ?? "barograph devices tells more", about: instrument.name)
      }
    }
  }

  private func rules(_ found: inout Findings) {
    if hasRules { return }
    guard let manager = modemManager.value else {
      return found.warn(
        "udev-rules", "the udev rules of Barograph are not installed: sticks are not noticed",
        fix: "install the package barograph anew", optional: true)
    }
    manager.isActive
      ? found.warn(
        "udev-rules",
        "ModemManager runs and would speak to instruments on USB: "
          + "the udev rule that keeps it off is not installed",
        fix: "install the package barograph anew, or: sudo systemctl disable --now ModemManager")
      : found.warn(
        "udev-rules", "the udev rules of Barograph are not installed: sticks are not noticed",
        fix: "install the package barograph anew", optional: true)
  }
}
