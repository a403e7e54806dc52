import FlightModel

extension FlightTask {
  /// The great circles from point to point on the FAI sphere, m.
  package var legDistancesM: [Double] {
    zip(points, points.dropFirst()).map {
      $0.waypoint.position.distance(to: $1.waypoint.position)
    }
  }

  /// All legs together, m.
  package var distanceM: Double { legDistancesM.reduce(0, +) }

  package var hasAssignedAreas: Bool { points.contains { $0.zone.isAssignedArea } }
}
