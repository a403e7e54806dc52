/// What came in and what is still to be done with it; what waits for a person the recorder reports.
package struct LogbookFacts: Equatable, Sendable {
  package var inboxFiles: Int64
  package var flightsToAnalyse: Int64
  package var unfinishedRecordings: Int64

  package init(inboxFiles: Int64, flightsToAnalyse: Int64, unfinishedRecordings: Int64) {
    self.inboxFiles = inboxFiles
    self.flightsToAnalyse = flightsToAnalyse
    self.unfinishedRecordings = unfinishedRecordings
  }

  /// The findings about it.
  package static func findings(_ facts: Known<LogbookFacts>) -> [Finding] {
    var found = Findings(.logbook)
    found.judge("logbook", facts) { $0.ok("logbook", $1.line) }
    return found.all
  }

  private var line: String {
    let parts = [
      (unfinishedRecordings, "IGC files to be written"), (inboxFiles, "files in the inbox"),
      (flightsToAnalyse, "flights to be analysed"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return parts.isEmpty ? "nothing waits" : parts.joined(separator: ", ")
  }
}
