package import Elevation
package import FlightModel

/// A flight as it goes into another format.
package struct TrackDocument: Equatable, Sendable {
  package var name: String
  package var declaration: Declaration
  package var fixes: [TrackFix]
  /// The ground below them, where it is known.
  package var ground: FlightGround?

  package init(
    name: String, declaration: Declaration, fixes: [TrackFix], ground: FlightGround? = nil
  ) {
    self.name = name
    self.declaration = declaration
    self.fixes = fixes
    self.ground = ground
  }
}
