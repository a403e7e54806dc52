package import Elevation
package import FlightAnalysis
package import FlightModel
package import Waypoints

/// What one report is made from.
package struct ReportFacts: Equatable, Sendable {
  /// File name or another title.
  package var title: String
  package var declaration: Declaration
  package var fixes: [TrackFix]
  package var analysis: AnalysedFlight
  package var task: FlightTask?
  package var taskResult: TaskResult?
  /// Name of the nearest airfield.
  package var takeoffPlace: String
  package var landingPlace: String
  package var comments: String
  /// The ground below the fixes, where it is known.
  package var ground: FlightGround?
  /// What people read its figures in.
  package var units: ReadingUnits

  package init(
    title: String, declaration: Declaration, fixes: [TrackFix], analysis: AnalysedFlight,
    task: FlightTask? = nil, taskResult: TaskResult? = nil, takeoffPlace: String = "",
    landingPlace: String = "", comments: String = "", units: ReadingUnits = ReadingUnits(),
    ground: FlightGround? = nil
  ) {
    self.title = title
    self.declaration = declaration
    self.fixes = fixes
    self.analysis = analysis
    self.task = task
    self.taskResult = taskResult
    self.takeoffPlace = takeoffPlace
    self.landingPlace = landingPlace
    self.comments = comments
    self.ground = ground
    self.units = units
  }
}
