import FlightModel
import IGC
import RecordingModel

/// The first pass over a recording's fixes: what they have and when they begin.
struct FixSurvey {
  private(set) var inventory: FixInventory = []
  private(set) var fixesRead = 0
  /// The time that the first fix has in the file.
  private(set) var firstFixAt: UTCInstant?
  private var selection: FixSelection
  /// The years that a file can tell, which has two digits of them.
  private static let possibleYears = 1980...2079

  init(rate: Int) { selection = FixSelection(rate: rate) }

  mutating func take(_ fix: FixRecord) {
    fixesRead += 1
    var selection = selection
    selection.take(fix) { note($0) }
    self.selection = selection
  }

  mutating func finish() {
    var selection = selection
    selection.finish { note($0) }
    self.selection = selection
  }

  private mutating func note(_ fix: FixRecord) {
    guard Self.possibleYears.contains(fix.recordedAt.date.year) else { return }
    inventory.formUnion(FixInventory(of: fix))
    firstFixAt = firstFixAt ?? fix.recordedAt
  }
}

extension FixInventory {
  /// The extensions that these values fill.
  var extensions: Set<FixExtension> {
    var wanted: Set<FixExtension> = []
    if contains(.horizontalError) { wanted.insert(.fixAccuracy) }
    if contains(.satellites) { wanted.insert(.satellitesInUse) }
    if contains(.groundSpeed) { wanted.insert(.groundSpeed) }
    if contains(.track) { wanted.insert(.trueTrack) }
    if contains(.vario) { wanted.insert(.verticalSpeed) }
    if contains(.heartRate) { wanted.insert(.heartRate) }
    if contains(.oxygenSaturation) { wanted.insert(.oxygenSaturation) }
    return wanted
  }
}
