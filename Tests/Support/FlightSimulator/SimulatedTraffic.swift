/// What a FLARM beside the receiver reports of other aircraft.
package enum SimulatedTraffic {
  /// The id of the target that asks not to be tracked: it must never be kept or passed on.
  package static let noTrackID = "DDA5BA"
  /// The id of the glider that may be kept.
  package static let gliderID = "DD8F12"

  /// PFLAU and three PFLAA: a glider, one with NoTrack, one of unknown bearing.
  package static func bytes(for fix: SimulatedFix, hasFix: Bool) -> [UInt8] {
    let second = Int(fix.elapsedMs / 1000)
    let gps = hasFix ? (fix.truth.isOnGround ? "1" : "2") : "0"
    var status = NMEASentence("PFLAU", fields: ["3", "1", gps, "1", "0", "", "0", "", "", ""])
    guard hasFix else {
      status = NMEASentence("PFLAU", fields: ["0", "1", gps, "1", "0", "", "0", "", "", ""])
      return status.bytes
    }
    let north = 1200 - second * 7 % 2400
    let east = second * 5 % 1800 - 900
    let glider = NMEASentence(
      "PFLAA",
      fields: [
        "0", String(north), String(east), String(second % 200 - 100), "2", gliderID, "123", "",
        "28", "1.4", "1", "0", "0", "-62.0",
      ])
    let silent = NMEASentence(
      "PFLAA",
      fields: [
        "0", String(-north), String(east + 300), "55", "2", noTrackID, "301", "", "31", "-0.8", "1",
        "1", "0", "-70.5",
      ])
    let bearingless = NMEASentence(
      "PFLAA", fields: ["0", "2100", "", "140", "1", "3C6589", "", "", "", "", "8", "0", "1", ""])
    return status.bytes + glider.bytes + silent.bytes + bearingless.bytes
  }
}
