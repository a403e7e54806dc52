import Bytes
import FlightModel

/// Writes what a receiver would send for simulated fixes.
package struct NMEALog: Sendable {
  /// Which unit letter an instrument gives its pressure altitude; gpsd treats them differently.
  package enum PressureSentence: Sendable {
    case none
    /// `$PGRMZ,…,F,3`, as a FLARM sends it.
    case upperCase
    /// `$PGRMZ,…,f,3`, as SoftRF sends it.
    case lowerCase
  }

  /// Where a pressure sentence comes among those of one second; gpsd's reports differ.
  package enum PressurePlace: Sendable {
    case beforeRMC
    case beforeGGA
    case last
  }

  /// The first two letters of the sentences: `GP`, `GN`.
  package var talker: String
  /// GSA and GSV after each so many fixes; 0 for never.
  package var skyEvery: Int
  package var pressure: PressureSentence
  package var pressurePlace: PressurePlace
  /// A FLARM's PFLAU and PFLAA each second, one target with NoTrack among them.
  package var hasTraffic: Bool

  package init(
    talker: String = "GP", skyEvery: Int = 0, pressure: PressureSentence = .none,
    pressurePlace: PressurePlace = .last, hasTraffic: Bool = false
  ) {
    self.talker = talker
    self.skyEvery = skyEvery
    self.pressure = pressure
    self.pressurePlace = pressurePlace
    self.hasTraffic = hasTraffic
  }

  /// The bytes of all fixes, in order.
  package func bytes(of fixes: some Sequence<SimulatedFix>) -> [UInt8] {
    var bytes: [UInt8] = []
    for (index, fix) in fixes.enumerated() { bytes += self.bytes(of: fix, index: index) }
    return bytes
  }

  /// The bytes of one fix, the `index`th of its log: RMC, GGA, then the rest, the order in which
  /// gpsd makes one report of them.
  package func bytes(of fix: SimulatedFix, index: Int) -> [UInt8] {
    let pressure = pressureAltitude(fix)?.bytes ?? []
    var bytes = pressurePlace == .beforeRMC ? pressure : []
    bytes += recommendedMinimum(fix).bytes
    if pressurePlace == .beforeGGA { bytes += pressure }
    bytes += fixData(fix).bytes
    if skyEvery > 0, index.isMultiple(of: skyEvery) { bytes += sky(fix) }
    if pressurePlace == .last { bytes += pressure }
    if hasTraffic, fix.elapsedMs % 1000 == 0 {
      bytes += SimulatedTraffic.bytes(for: fix, hasFix: fix.mode != .none)
    }
    return bytes
  }

  private func recommendedMinimum(_ fix: SimulatedFix) -> NMEASentence {
    let isValid = fix.mode != .none
    var sentence = NMEASentence(talker + "RMC")
    sentence.add(NMEASentence.clock(fix.time))
    sentence.add(isValid ? "A" : "V")
    guard isValid else {
      for field in ["", "", "", "", "", "", NMEASentence.date(fix.time), "", "", "N"] {
        sentence.add(field)
      }
      return sentence
    }
    sentence.add(fix.position)
    sentence.add(Self.milliKnots(fix.groundSpeedCmPerS), decimals: 3)
    sentence.add(Int(fix.trackCentiDeg), decimals: 2)
    sentence.add(NMEASentence.date(fix.time))
    for field in ["", "", "A"] { sentence.add(field) }
    return sentence
  }

  private func fixData(_ fix: SimulatedFix) -> NMEASentence {
    var sentence = NMEASentence(talker + "GGA")
    sentence.add(NMEASentence.clock(fix.time))
    guard fix.mode != .none else {
      for field in ["", "", "", "", "0", "00", "99.99", "", "", "", "", "", ""] {
        sentence.add(field)
      }
      return sentence
    }
    sentence.add(fix.position)
    sentence.add(1)
    sentence.add(String(fix.satellitesUsed, width: 2))
    sentence.add(fix.hdopHundredths, decimals: 2)
    let hasAltitude = fix.mode == .threeDimensional
    sentence.add(
      hasAltitude ? NMEASentence.fixed(Int(fix.meanSeaAltitudeCm), decimals: 2) : "")
    sentence.add(hasAltitude ? "M" : "")
    sentence.add(
      hasAltitude ? NMEASentence.fixed(Int(fix.geoidSeparationCm), decimals: 2) : "")
    for field in [hasAltitude ? "M" : "", "", ""] { sentence.add(field) }
    return sentence
  }

  /// The satellites used and in view: a made-up sky that turns slowly.
  private func sky(_ fix: SimulatedFix) -> [UInt8] {
    let used = fix.mode == .none ? 0 : min(12, fix.satellitesUsed)
    var active = NMEASentence(talker + "GSA", fields: ["A", String(fix.mode.rawValue)])
    for slot in 0..<12 { active.add(slot < used ? String(slot * 2 + 3, width: 2) : "") }
    active.add(fix.hdopHundredths * 17 / 10, decimals: 2)
    active.add(fix.hdopHundredths, decimals: 2)
    active.add(fix.hdopHundredths * 14 / 10, decimals: 2)
    var bytes = active.bytes
    for page in 0..<3 {
      var view = NMEASentence(talker + "GSV", fields: ["3", String(page + 1), "12"])
      for slot in page * 4..<page * 4 + 4 {
        let azimuth = (slot * 47 + Int(fix.elapsedMs / 30_000)) % 360
        view.add(String(slot * 2 + 3, width: 2))
        view.add(String(15 + slot * 23 % 70, width: 2))
        view.add(String(azimuth, width: 3))
        view.add(String(slot < used ? 28 + slot * 5 % 17 : 0, width: 2))
      }
      bytes += view.bytes
    }
    return bytes
  }

  private func pressureAltitude(_ fix: SimulatedFix) -> NMEASentence? {
    let unit: String
    switch pressure {
    case .none: return nil
    case .upperCase: unit = "F"
    case .lowerCase: unit = "f"
    }
    let feet = Self.feet(fix.pressureAltitudeCm)
    return NMEASentence("PGRMZ", fields: [String(feet), unit, fix.mode == .none ? "1" : "3"])
  }

  /// Whole feet of a height in cm, rounded to the nearest; PGRMZ has no decimals.
  package static func feet(_ centimetres: Int32) -> Int {
    let hundredths = Int(centimetres) * 10_000 / 3048
    return (hundredths + (hundredths < 0 ? -50 : 50)) / 100
  }

  /// Thousandths of a knot (1852 m an hour), rounded, which keeps every cm/s.
  private static func milliKnots(_ centimetresPerSecond: Int32) -> Int {
    (Int(centimetresPerSecond) * 36_000 + 926) / 1852
  }
}
