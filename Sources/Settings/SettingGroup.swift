/// Settings that belong together, as lists and the manual show them.
package struct SettingGroup: Sendable {
  package let title: String
  package let keys: [SettingKey]

  /// Every group, in the order of lists and manual.
  package static let all: [SettingGroup] = [
    SettingGroup(title: "Flying", keys: [.sport, .detectSport, .optimisation, .homeBase]),
    SettingGroup(title: "Who flies what", keys: DeclarationSettings.keys),
    SettingGroup(title: "Units", keys: UnitSettings.keys),
    SettingGroup(title: "Zones of tasks", keys: ZoneSettings.all.flatMap(\.keys)),
    SettingGroup(title: "FLARM", keys: [.flarmLogInterval, .flarmCompetition, .flarmStealth]),
    SettingGroup(
      title: "Server and services",
      keys: [.syncEnabled, .syncWifiOnly, .automaticFileUpdates, .skylinesPublish]
        + UploadSettings.all),
  ]
}

extension SettingKey {
  package static let sport = SettingKey(
    "sport", .account, .integer(0, in: 0...2),
    "What is flown where the track does not tell it: 0 glider, 1 paraglider, 2 hang glider.")
  package static let detectSport = SettingKey(
    "detectSport", .account, .bool(true), "Whether the sport is told from the track.")
  package static let optimisation = SettingKey(
    "optimisation", .account, .integer(4, in: 0...4),
    "The shape whose distance a flight is listed with: 0 straight, 1 out and return, 2 triangle, "
      + "3 three turnpoints, 4 five turnpoints.")
  package static let homeBase = SettingKey(
    "homeBase", .account, .text("", .key),
    "The home base of `barograph homebases` that is used now, by its name; empty is none.")

  package static let flarmLogInterval = SettingKey(
    "flarmLogInterval", .device, .integer(4, in: 1...8),
    "Seconds between the fixes of the FLARM's IGC files.")
  package static let flarmCompetition = SettingKey(
    "flarmCompetition", .device, .bool(false), "Whether the FLARM is in competition mode.")
  package static let flarmStealth = SettingKey(
    "flarmStealth", .device, .bool(false), "Whether the FLARM is in stealth mode.")

  package static let syncEnabled = SettingKey(
    "syncEnabled", .device, .bool(false), "Whether this box sends anything to its server.")
  package static let syncWifiOnly = SettingKey(
    "syncWifiOnly", .account, .bool(false), "Whether only unmetered connections are used for it.")
  package static let automaticFileUpdates = SettingKey(
    "automaticFileUpdates", .account, .bool(false),
    "Whether newer editions of waypoint and airspace files from catalogues are taken in unasked.")
  package static let skylinesPublish = SettingKey(
    "skylinesPublish", .account, .bool(false),
    "Whether everybody may see what is sent to SkyLines.")
}
