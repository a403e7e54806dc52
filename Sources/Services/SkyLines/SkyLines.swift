package import FlightModel
package import HTTPClient
import JSON
package import ServicePlan
import SyncPlan

/// SkyLines' API: what is asked, and what its answers mean. `api.skylines.aero`.
package struct SkyLines: Sendable {
  /// After a block that says no time of its own: failed logins lock an account for a while.
  static let blockedMs: Int64 = 3_600_000

  let address: ServiceAddress
  let credential: ServiceCredential

  package init(_ address: ServiceAddress, _ credential: ServiceCredential) {
    self.address = address
    self.credential = credential
  }

  /// A request with the pilot's login.
  package func request(
    _ method: UplinkRequest.Method, _ path: String, query: [(String, String)] = []
  ) -> UplinkRequest {
    var request = address.request(method, path, query: query)
    request.authorization = FormText.basic(
      credential[.login] ?? "", credential[.password] ?? "")
    return request
  }

  // MARK: The account

  /// Asks who this is.
  package func settings() -> UplinkRequest { request(.get, "settings") }

  /// The number of the account.
  package static func userID(in reply: UplinkReply) throws(ServiceFault) -> String {
    guard let id = try reply.unlessBlocked().success().json()["id"]?.id else {
      throw .tryAgain("it has answered without the account's number")
    }
    return id
  }

  // MARK: Flights

  /// A page of a pilot's flights, the newest first; the first page is 1.
  package func flights(ofPilot id: String, page: Int) -> UplinkRequest {
    request(.get, "flights/pilot/\(id)", query: [("page", "\(page)")])
  }

  /// One flight; 404 where there is none.
  package func flight(id: String) -> UplinkRequest { request(.get, "flights/\(id)") }

  /// Numbers and take-offs of a page of flights; an entry that is none is passed over.
  package static func flights(
    in reply: UplinkReply
  ) throws(ServiceFault) -> [(id: String, takeoffAt: UTCInstant)] {
    guard let list = try reply.unlessBlocked().success().json()["flights"]?.array else {
      throw .tryAgain("no list of flights")
    }
    return list.prefix(1000).compactMap { flight in
      guard let id = flight["id"]?.id,
        let time = flight["takeoffTime"]?.string.flatMap(UTCInstant.init(serviceTime:))
      else { return nil }
      return (id, time)
    }
  }

  /// Whether a flight is there.
  package static func sighting(
    of id: String, in reply: UplinkReply
  ) throws(ServiceFault) -> Sighting {
    if case .answer(let response) = reply, response.status == 404 { return .unseen }
    let json = try reply.unlessBlocked().success().json()
    guard json["flight"]?["id"]?.id == id else { throw .tryAgain("it tells of another flight") }
    return .seen(id: id)
  }

  // MARK: Upload

  /// The upload of a flight of the pilot.
  package func upload(_ flight: FlightToUpload) throws(ServiceFault) -> UplinkRequest {
    guard let pilot = credential[.userID] else { throw .needsInput(.userID) }
    var form = MultipartForm()
    form.add("pilotId", pilot)
    form.add(file: "files", filename: flight.filename, flight.igc)
    var request = request(.post, "flights/upload")
    request.carryFlight()
    guard form.become(bodyOf: &request) else { throw .refused("the file is too long") }
    return request
  }

  /// What the answer to an upload means: each file has a status of its own.
  package static func placement(in reply: UplinkReply) throws(ServiceFault) -> Placement {
    let json = try reply.unlessBlocked().success().json()
    guard let result = json["results"]?.array?.first, let status = result["status"]?.integer else {
      throw .tryAgain("it has answered without a result")
    }
    let id = result["flight"]?["id"]?.id
    switch status {
    case 0:
      guard let id else { throw .tryAgain("it has answered without the flight's number") }
      return .done(id: id)
    case 1: return .known(id: id)
    case 2: throw .refused("the file has no date")
    case 3: throw .refused("the file cannot be read")
    case 4: throw .refused("there is no flight in the file")
    case 5: throw .refused("the flight is in the future")
    default: throw .refused("result \(status)")
    }
  }

  /// Makes a flight public.
  package func publication(of id: String) -> UplinkRequest {
    var request = request(.post, "flights/\(id)")
    request.body = .bytes(Array(#"{"privacyLevel":0}"#.utf8))
    return request
  }

  /// What the answer to it means; a refusal is thrown.
  package static func published(_ reply: UplinkReply) throws(ServiceFault) {
    _ = try reply.unlessBlocked().success()
  }
}

extension UplinkReply {
  /// 403 is a block: too many failed logins, or too many requests in an hour.
  func unlessBlocked() throws(ServiceFault) -> UplinkReply {
    guard case .answer(let response) = self, response.status == 403 else { return self }
    let wait = response.retryAfter.map { RetryAfter.waitMs($0, date: response.date) }
    throw .retryLater(waitMs: wait ?? SkyLines.blockedMs)
  }
}
