package import FlightModel

/// A flight as it goes into another format.
package struct TrackDocument: Equatable, Sendable {
  package var name: String
  package var declaration: Declaration
  package var fixes: [TrackFix]

  package init(name: String, declaration: Declaration, fixes: [TrackFix]) {
    self.name = name
    self.declaration = declaration
    self.fixes = fixes
  }
}
