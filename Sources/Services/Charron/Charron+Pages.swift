package import FlightModel
package import HTTPClient
package import ServicePlan

/// Charron.line's pages of days and flights, read by their links: those of `days.php` lead to
/// `flights.php?day=…`, those of a day to IGC files.
extension Charron {
  /// The page with the days of a season.
  package func days(ofSeason season: Int, in session: Session) -> UplinkRequest {
    request(.get, "\(season)/days.php", in: session)
  }

  /// The days that such a page leads to, the newest first.
  package static func days(in reply: UplinkReply) throws(ServiceFault) -> [CatalogueEntry] {
    var days: Set<CivilDate> = []
    for link in try links(in: reply) { if let day = day(of: link.target) { days.insert(day) } }
    return days.sorted(by: >).prefix(1000).map {
      CatalogueEntry($0.rfc3339, .folder, title: $0.rfc3339, day: $0)
    }
  }

  private static func day(of target: String) -> CivilDate? {
    let halves = target.split(separator: "?", maxSplits: 1)
    guard halves.count == 2, halves[0].split(separator: "/").last == "flights.php" else {
      return nil
    }
    let query = halves[1].prefix { $0 != "#" }.split(separator: "&")
    return query.first { $0.hasPrefix("day=") }
      .flatMap { CivilDate(serviceDay: String($0.dropFirst(4))) }
  }

  /// A flight that a page of a day leads to.
  package struct ListedFile: Equatable, Sendable {
    package var filename: String
    /// The line of the page that it stands in.
    package var line: String
    /// Below the address, percent-encoded.
    package var path: String
  }

  /// The flights that the page of a day leads to, in its order, each name once.
  package func files(
    on day: CivilDate, in reply: UplinkReply
  ) throws(ServiceFault) -> [ListedFile] {
    var files: [ListedFile] = []
    var names: Set<String> = []
    for link in try Self.links(in: reply) where files.count < 1000 {
      guard let filename = Self.filename(of: link.target),
        let path = PagePath.below(address, folder: "\(Self.season(of: day))", link.target),
        names.insert(filename).inserted
      else { continue }
      files.append(ListedFile(filename: filename, line: link.line, path: path))
    }
    return files
  }

  /// The last word of a link that leads to an IGC file.
  private static func filename(of target: String) -> String? {
    let word = target.split { "/?=&".contains($0) }.last.map { PagePath.decoded(String($0)) }
    guard let word, word.lowercased().hasSuffix(".igc"), CataloguePath.isPart(word) else {
      return nil
    }
    return word
  }

  /// The download of a file. It may lie elsewhere; the session goes nowhere else.
  package func download(_ path: String, in session: Session) -> UplinkRequest {
    var request = request(.get, path, in: session)
    request.expectFile()
    request.redirects = 2
    return request
  }

  /// A page that sends to the login has not known the session.
  private static func links(in reply: UplinkReply) throws(ServiceFault) -> [LinkedPage.Link] {
    if reply.target == "login.php" { throw .unauthorised }
    return LinkedPage.links(of: try reply.success().body)
  }
}
