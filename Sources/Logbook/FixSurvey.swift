import IGC
import RecordingModel

/// The first pass over a recording's fixes: what they have, and which runs belong in the file.
struct FixSurvey {
  private(set) var inventory: FixInventory = []
  private(set) var fixesRead = 0
  private var runs = FixRuns()

  mutating func take(_ fix: FixRecord) {
    fixesRead += 1
    inventory.formUnion(FixInventory(of: fix))
    runs.take(fix.recordedAt)
  }

  /// The selection for the passes that follow.
  func selection(rate: Int) -> FixSelection { FixSelection(rate: rate, plan: runs.plan()) }
}

extension FixInventory {
  /// The extensions that these values fill.
  var extensions: Set<FixExtension> {
    let fillings: [(FixInventory, FixExtension)] = [
      (.horizontalError, .fixAccuracy), (.satellites, .satellitesInUse),
      (.groundSpeed, .groundSpeed), (.track, .trueTrack), (.vario, .verticalSpeed),
      (.heartRate, .heartRate), (.oxygenSaturation, .oxygenSaturation),
    ]
    return Set(fillings.filter { contains($0.0) }.map(\.1))
  }
}
