package import FlightModel
package import HTTPClient
package import ServicePlan

/// Charron.line's web pages: what is asked, and what its answers mean.
///
/// It has no API. A login is a form, its success a redirect to `overzicht.php`, and cookies name the
/// session from then on.
package struct Charron: Sendable {
  /// A session after a login.
  package struct Session: Equatable, Sendable {
    /// Of the header `Cookie`.
    var cookies: String
  }

  let address: ServiceAddress
  let credential: ServiceCredential

  package init(_ address: ServiceAddress, _ credential: ServiceCredential) {
    self.address = address
    self.credential = credential
  }

  /// The year of the competition in which a day counts: from October on it is the next one.
  package static func season(of date: CivilDate) -> Int {
    date.month > 9 ? date.year + 1 : date.year
  }

  // MARK: Login

  /// Logs in to a season.
  package func login(season: Int) -> UplinkRequest {
    var request = address.request(.post, "\(season)/login.php")
    request.contentType = "application/x-www-form-urlencoded"
    let form = [
      ("gebruikersnaam", credential[.login] ?? ""), ("paswoord", credential[.password] ?? ""),
    ]
    request.body = .bytes(Array(FormText.joined(form).utf8))
    request.wantedHeaders = ["Set-Cookie"]
    return request
  }

  /// The session that a login has begun.
  package static func session(in reply: UplinkReply) throws(ServiceFault) -> Session {
    guard reply.leadsToOverview else {
      // The form once more: name or password are wrong.
      if case .answer(let response) = reply, [200, 403].contains(response.status) {
        throw .unauthorised
      }
      _ = try reply.success()
      throw .tryAgain("the login led nowhere")
    }
    let cookies = reply.cookies.prefix(16).compactMap(Self.cookie)
    if cookies.isEmpty { throw .tryAgain("the login gave no session") }
    return Session(cookies: cookies.joined(separator: "; "))
  }

  /// `name=value` of a `Set-Cookie`; nil for one that is empty or cannot be sent back.
  private static func cookie(_ header: String) -> String? {
    let pair = header.prefix { $0 != ";" }
    let parts = pair.split(separator: "=", maxSplits: 1)
    guard parts.count == 2, pair.utf8.count <= 1024, pair.utf8.allSatisfy({ (0x21...0x7E) ~= $0 })
    else { return nil }
    return String(pair)
  }

  /// A request inside a session.
  package func request(
    _ method: UplinkRequest.Method, _ path: String, query: [(String, String)] = [],
    in session: Session
  ) -> UplinkRequest {
    var request = address.request(method, path, query: query)
    request.headers.append(.init("Cookie", session.cookies))
    return request
  }

  // MARK: Flights

  /// The page with the flights of a day.
  package func flights(on date: CivilDate, in session: Session) -> UplinkRequest {
    request(
      .get, "\(Self.season(of: date))/flights.php", query: [("day", date.rfc3339)], in: session)
  }

  /// Whether such a page names the file of a flight.
  package static func sighting(
    of filename: String, in reply: UplinkReply
  ) throws(ServiceFault) -> Sighting {
    let page = String(decoding: try reply.success().body, as: UTF8.self)
    return page.lowercased().contains(filename.lowercased()) ? .seen(id: nil) : .unseen
  }

  // MARK: Upload

  /// The upload of a flight. Its form wants a registration.
  package func upload(
    _ flight: FlightToUpload, in session: Session
  ) throws(ServiceFault) -> UplinkRequest {
    guard !flight.declaration.registration.isEmpty else { throw .needsInput(.registration) }
    var form = MultipartForm()
    form.add("copiloot", flight.declaration.crew)
    form.add("immatriculatie", flight.declaration.registration)
    form.add("motorzwever", credential[.motorGlider] == "yes" ? "1" : "0")
    form.add("wedstrijd", flight.isContest ? "1" : "0")
    form.add(file: "file1", filename: flight.filename, flight.igc)
    let season = Self.season(of: flight.firstFixAt.date)
    var request = request(.post, "\(season)/invoer2.php", in: session)
    request.carryFlight()
    guard form.become(bodyOf: &request) else { throw .refused("the file is too long") }
    return request
  }

  /// What the answer to an upload means: the overview follows what is taken, and the form comes once
  /// more, with the name of what it misses, for what is not.
  package static func placement(in reply: UplinkReply) throws(ServiceFault) -> Placement {
    if reply.leadsToOverview { return .done(id: nil) }
    if reply.target == "login.php" {
      throw .unauthorised
    }
    let page = String(decoding: try reply.success().body, as: UTF8.self).lowercased()
    if page.contains("immatriculatie") { throw .needsInput(.registration) }
    if page.contains("motorzwever") { throw .needsInput(.motorGlider) }
    throw .tryAgain("a page that says neither yes nor no")
  }
}

extension UplinkReply {
  fileprivate var cookies: [String] {
    guard case .answer(let response) = self else { return [] }
    return response.headers.map(\.value)
  }

  /// The page that a redirect leads to, without its folder.
  var target: Substring? {
    guard case .answer(let response) = self, (301...303).contains(response.status) else {
      return nil
    }
    let path = response.location?.prefix { $0 != "?" && $0 != "#" }
    return path?.split(separator: "/").last
  }

  fileprivate var leadsToOverview: Bool { target == "overzicht.php" }
}
