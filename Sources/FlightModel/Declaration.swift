/// Who flies what: the declaration that goes into IGC headers and the logbook. An empty text means
/// not declared.
package struct Declaration: Equatable, Sendable {
  package var pilot: String
  package var crew: String
  package var gliderType: String
  package var registration: String
  package var competitionID: String
  package var competitionClass: String

  package init(
    pilot: String = "", crew: String = "", gliderType: String = "", registration: String = "",
    competitionID: String = "", competitionClass: String = ""
  ) {
    self.pilot = pilot
    self.crew = crew
    self.gliderType = gliderType
    self.registration = registration
    self.competitionID = competitionID
    self.competitionClass = competitionClass
  }
}
