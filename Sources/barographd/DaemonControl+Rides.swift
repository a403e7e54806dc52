import ControlAPI
import FlightModel
import RecordingModel
import Rides
import Store

/// Rides, from the minutes of boards.
extension DaemonControl {
  func rides(limit: Int) throws(ControlError) -> [RideSummary] {
    try query { (contents) throws(StoreError) in
      try contents.rides(limit: limit) { _ in true }
    }
  }

  func ride(id: String) throws(ControlError) -> RideSummary {
    let found = try query { (contents) throws(StoreError) in
      try contents.rides(limit: 2) { $0.id.hasPrefix(id) }
    }
    let exact = found.first { $0.id == id }
    guard let ride = exact ?? found.first else {
      throw ControlError(
        .notFound, message: "there is no ride \(id)", hint: "barograph rides list shows them")
    }
    guard exact != nil || found.count == 1 else {
      throw ControlError(
        .ambiguousID, message: "several rides begin with \(id)", hint: "give the whole id")
    }
    return ride
  }
}

extension StoreContents {
  /// The newest rides that fit, under their boards' present names.
  fileprivate func rides(
    limit: Int, where isWanted: (Ride) -> Bool
  ) throws(StoreError) -> [RideSummary] {
    var rides: [RideSummary] = []
    for board in try boards() {
      let all = Ride.rides(of: try rideMinutes(board: board.id))
      rides += all.lazy.filter(isWanted).map { RideSummary($0, of: board) }
    }
    return Array(rides.sorted { $0.startedAt > $1.startedAt }.prefix(limit))
  }
}

extension RideSummary {
  fileprivate init(_ ride: Ride, of board: Board) {
    self.init(
      id: ride.id, boardID: board.id, boardName: board.name,
      isBoardDeleted: board.deletedAt != nil,
      startedAt: UTCInstant(milliseconds: ride.firstSampleAtMs),
      endedAt: UTCInstant(milliseconds: ride.lastSampleAtMs))
    samples = ride.sampleCount
    distanceM = Double(ride.distanceCm) / 100
    movingS = ride.movingMs / 1000
    averageSpeedKmh = ride.averageSpeedCentiKmh.map { Double($0) / 100 }
    maximumSpeedKmh = Double(ride.maxSpeedCentiKmh) / 100
    usedWh = Double(ride.batteryUsedWhMilli) / 1000
    regeneratedWh = Double(ride.batteryRegenWhMilli) / 1000
    minimumVoltageV = ride.minBatteryVoltageMv.map { Double($0) / 1000 }
    maximumMosfetC = ride.maxTempMosfetDeciC.map { Double($0) / 10 }
    maximumMotorC = ride.maxTempMotorDeciC.map { Double($0) / 10 }
    faults = ride.faultCount
  }
}
