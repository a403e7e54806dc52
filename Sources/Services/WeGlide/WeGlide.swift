package import FlightModel
package import HTTPClient
import JSON
package import ServicePlan

/// WeGlide's API: what is asked, and what its answers mean. `api.weglide.org/v1`.
package struct WeGlide: Sendable {
  package let address: ServiceAddress
  let credential: ServiceCredential
  /// Flights of one page of a list.
  package static let pageLength = 100

  package init(_ address: ServiceAddress, _ credential: ServiceCredential) {
    self.address = address
    self.credential = credential
  }

  /// A request with the pilot's key.
  package func request(
    _ method: UplinkRequest.Method, _ path: String, query: [(String, String)] = []
  ) -> UplinkRequest {
    var request = address.request(method, path, query: query)
    request.headers.append(.init("X-API-Key", credential[.key] ?? ""))
    return request
  }

  var user: String { credential[.userID] ?? "" }

  // MARK: Flights of the pilot

  /// A page of the pilot's flights, the newest first, from number `skip` on.
  package func flights(skip: Int = 0, limit: Int = pageLength) -> UplinkRequest {
    request(
      .get, "flight",
      query: [
        ("user_id_in", user), ("order_by", "-scoring_date"), ("skip", "\(skip)"),
        ("limit", "\(limit)"),
      ])
  }

  /// Everything of one flight; 404 where it cannot be seen.
  package func flight(id: String) -> UplinkRequest { request(.get, "flightdetail/\(id)") }

  /// A page of flights as far as this client reads them; an entry that is none is passed over.
  package static func flights(in reply: UplinkReply) throws(ServiceFault) -> [ListedFlight] {
    guard let list = try reply.forKey().json().array else { throw .tryAgain("no list of flights") }
    return list.prefix(1000).compactMap(ListedFlight.init)
  }

  /// Whether a flight is there.
  package static func sighting(
    of id: String, in reply: UplinkReply
  ) throws(ServiceFault) -> Sighting {
    guard case .answer(let response) = reply, response.status == 404 else {
      let json = try reply.forKey().json()
      guard json["id"]?.id == id else { throw .tryAgain("it tells of another flight") }
      return .seen(id: id)
    }
    return .unseen
  }

  // MARK: Upload

  /// The upload of a flight.
  package func upload(_ flight: FlightToUpload) throws(ServiceFault) -> UplinkRequest {
    guard let born = credential[.dateOfBirth] else { throw .needsInput(.dateOfBirth) }
    var form = MultipartForm()
    form.add("user_id", user)
    form.add("date_of_birth", born)
    if let aircraft = credential[.aircraftID] { form.add("aircraft_id", aircraft) }
    form.add(file: "file", filename: flight.filename, flight.igc)
    var request = request(.post, "igcfile")
    request.carryFlight()
    guard form.become(bodyOf: &request) else { throw .refused("the file is too long") }
    return request
  }

  /// What the answer to an upload means.
  package func placement(in reply: UplinkReply) throws(ServiceFault) -> Placement {
    let response = try reply.forKey(isJudged: false)
    switch response.status {
    case 200...299:
      let json = try response.json()
      guard let id = (json.array?.first ?? json)["id"]?.id else {
        throw .tryAgain("it has answered without the flight's number")
      }
      return .done(id: id)
    case 400, 409, 422: return try refusal(response)
    default: throw .refused(response.words)
    }
  }

  /// A refusal names a field, or says that the flight is there already.
  private func refusal(_ response: UplinkResponse) throws(ServiceFault) -> Placement {
    let json = try? response.json()
    let words = response.words.lowercased()
    if words.contains("already exists") {
      return .known(id: (json?["flight_id"] ?? json?["id"])?.id)
    }
    let place = json?["detail"]?.array?.first?["loc"]?.array?.last?.string
    if let field = place.flatMap(Self.field(named:)) ?? Self.field(in: words) {
      throw .needsInput(field)
    }
    // What WeGlide says of a flight whose aircraft it cannot tell.
    if response.status == 400, credential[.aircraftID] == nil { throw .needsInput(.aircraftID) }
    throw .refused(response.words)
  }

  private static func field(named name: String) -> ServiceField? {
    switch name {
    case "aircraft_id": .aircraftID
    case "date_of_birth": .dateOfBirth
    case "user_id": .userID
    default: nil
    }
  }

  private static func field(in words: String) -> ServiceField? {
    if words.contains("aircraft") { return .aircraftID }
    return words.contains("date of birth") || words.contains("date_of_birth") ? .dateOfBirth : nil
  }
}

/// A flight in a list of WeGlide's.
package struct ListedFlight: Equatable, Sendable {
  package var id: String
  package var takeoffAt: UTCInstant?
  /// `2026-07-04`.
  package var scoringDate: String

  init?(_ json: JSONValue) {
    guard let id = json["id"]?.id else { return nil }
    self.id = id
    takeoffAt = json["takeoff_time"]?.string.flatMap(UTCInstant.init(serviceTime:))
    scoringDate = UplinkResponse.spoken(json["scoring_date"]?.string ?? "")
  }
}

extension UplinkReply {
  /// An answer to a request with a key: 403 is a key that is not good for it. Other refusals are told
  /// unless the caller judges them.
  func forKey(isJudged: Bool = true) throws(ServiceFault) -> UplinkResponse {
    if case .answer(let response) = self, response.status == 403 { throw .unauthorised }
    return isJudged ? try success() : try answer()
  }
}
