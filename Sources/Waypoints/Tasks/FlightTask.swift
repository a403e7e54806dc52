package import FlightModel

/// A task: points in the order of flight, each with the zone that counts as reaching it. The first is
/// the start, the last the finish.
package struct FlightTask: Equatable, Sendable {
  package var name: String
  package var points: [TaskPoint]
  /// Of an assigned-area task, s.
  package var minimumTimeS: Int64?
  package var notes: String
  /// When it was declared, where a file says so.
  package var declaredAt: UTCInstant?

  package init(
    name: String = "", points: [TaskPoint], minimumTimeS: Int64? = nil, notes: String = "",
    declaredAt: UTCInstant? = nil
  ) {
    self.name = name
    self.points = points
    self.minimumTimeS = minimumTimeS
    self.notes = notes
    self.declaredAt = declaredAt
  }
}

/// A point of a task.
package struct TaskPoint: Equatable, Sendable {
  package var waypoint: Waypoint
  package var zone: ObservationZone

  package init(waypoint: Waypoint, zone: ObservationZone) {
    self.waypoint = waypoint
    self.zone = zone
  }
}

/// The area around a task's point in which the pilot must have been (CUP format, observation zones).
package struct ObservationZone: Equatable, Sendable {
  /// Which way the zone's middle line looks, by its number in CUP files.
  package enum Direction: Int, Sendable, CaseIterable {
    /// To `a12Deg`.
    case fixed = 0
    /// Away from the middle of both neighbours.
    case symmetric = 1
    /// To the next point.
    case next = 2
    /// To the point before.
    case previous = 3
    /// To the start.
    case start = 4
  }

  package var direction: Direction
  /// A line of 2 × R1 across the middle line; R2 and angles do not count.
  package var isLine: Bool
  package var isAssignedArea: Bool
  /// Outer radius, m.
  package var r1M: Double
  /// Half the angle of the outer sector; 180 is a cylinder.
  package var a1Deg: Double
  /// Inner radius, m; 0 is none.
  package var r2M: Double
  /// Half the angle of the inner sector.
  package var a2Deg: Double
  /// Of a fixed zone, the true direction of its middle line.
  package var a12Deg: Double
  /// m above mean sea level.
  package var lowestM: Double?
  package var highestM: Double?

  package init(
    direction: Direction = .symmetric, isLine: Bool = false, isAssignedArea: Bool = false,
    r1M: Double, a1Deg: Double = 180, r2M: Double = 0, a2Deg: Double = 0, a12Deg: Double = 0,
    lowestM: Double? = nil, highestM: Double? = nil
  ) {
    self.direction = direction
    self.isLine = isLine
    self.isAssignedArea = isAssignedArea
    self.r1M = r1M
    self.a1Deg = a1Deg
    self.r2M = r2M
    self.a2Deg = a2Deg
    self.a12Deg = a12Deg
    self.lowestM = lowestM
    self.highestM = highestM
  }
}

/// The zones that a task gets whose file has none (settings of the account).
package struct ZoneDefaults: Equatable, Sendable {
  package var start = ObservationZone(direction: .next, isLine: true, r1M: 1000)
  package var turnpoint = ObservationZone(r1M: 3000, a1Deg: 45)
  package var finish = ObservationZone(direction: .previous, isLine: true, r1M: 1000)

  package init() {}
}
