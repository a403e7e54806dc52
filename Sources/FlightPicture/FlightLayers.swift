package import FlightModel

/// What a page draws of a flight beside its track and altitude.
package struct FlightLayers: Sendable {
  /// A line over the map through a few points.
  package struct Route: Sendable {
    package enum Kind: String, Sendable, CaseIterable {
      case task, faiTriangle, triangle, fiveTurnpoints, threeTurnpoints
    }

    package var kind: Kind
    /// In the order of flight; a closed shape repeats its first point.
    package var points: [Coordinate]
    /// Which of the points are marked, such as the corners of a triangle.
    package var corners: [Coordinate]

    package init(kind: Kind, points: [Coordinate], corners: [Coordinate]) {
      self.kind = kind
      self.points = points
      self.corners = corners
    }
  }

  /// The outline of a task's zone: two points are a line, more are an area.
  package struct Zone: Sendable {
    package var outline: [Coordinate]

    package init(outline: [Coordinate]) { self.outline = outline }
  }

  /// A place of the task with its name.
  package struct Place: Sendable {
    package var name: String
    package var position: Coordinate

    package init(name: String, position: Coordinate) {
      self.name = name
      self.position = position
    }
  }

  /// A stretch of the barogram.
  package struct Phase: Sendable {
    package enum Kind: String, Sendable, CaseIterable { case launch, left, right, mixed, powered }

    package var kind: Kind
    package var start: UTCInstant
    package var end: UTCInstant

    package init(kind: Kind, start: UTCInstant, end: UTCInstant) {
      self.kind = kind
      self.start = start
      self.end = end
    }
  }

  /// A moment of the barogram that has a name.
  package struct Event: Sendable {
    package var time: UTCInstant
    package var word: String

    package init(time: UTCInstant, word: String) {
      self.time = time
      self.word = word
    }
  }

  package var routes: [Route] = []
  package var zones: [Zone] = []
  package var places: [Place] = []
  package var phases: [Phase] = []
  package var events: [Event] = []

  package init() {}

  /// What the map has to have room for.
  var positions: [Coordinate] {
    routes.flatMap(\.points) + zones.flatMap(\.outline) + places.map(\.position)
  }
}
