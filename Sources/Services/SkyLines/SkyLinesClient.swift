import FlightModel
import ServicePlan

/// Asks SkyLines.
struct SkyLinesClient: UploadClient {
  /// Pages of the pilot's list that are looked through for a flight.
  private static let pages = 40

  private let skylines: SkyLines
  private let transport: any ServiceTransport

  init(_ skylines: SkyLines, over transport: any ServiceTransport) {
    self.skylines = skylines
    self.transport = transport
  }

  func check(on day: CivilDate) async throws(ServiceFault) -> ServiceCredential {
    try await identified()
  }

  private func identified() async throws(ServiceFault) -> ServiceCredential {
    let id = try SkyLines.userID(in: await transport.send(skylines.settings()))
    return try skylines.credential.with(.userID, id)
  }

  /// A credential that no check has met yet is completed first.
  private func complete() async throws(ServiceFault) -> SkyLines {
    guard skylines.credential[.userID] == nil else { return skylines }
    return SkyLines(skylines.address, try await identified())
  }

  func upload(_ flight: FlightToUpload) async throws(ServiceFault) -> Placement {
    let skylines = try await complete()
    return try SkyLines.placement(in: await transport.send(try skylines.upload(flight)))
  }

  func look(for flight: FlightToUpload, id: String?) async throws(ServiceFault) -> Sighting {
    if let id {
      return try SkyLines.sighting(of: id, in: await transport.send(skylines.flight(id: id)))
    }
    let skylines = try await complete()
    let pilot = skylines.credential[.userID] ?? ""
    var first: String?
    for page in 1...Self.pages {
      let request = skylines.flights(ofPilot: pilot, page: page)
      let listed = try SkyLines.flights(in: await transport.send(request))
      if let found = listed.first(where: { flight.holds(takeoff: $0.takeoffAt) }) {
        return .seen(id: found.id)
      }
      let isPast = listed.contains { $0.takeoffAt < flight.firstFixAt.earlier }
      // For each page behind the last one it gives that once more.
      if listed.isEmpty || listed[0].id == first || isPast { break }
      first = listed[0].id
    }
    return .unseen
  }

  func publish(id: String) async throws(ServiceFault) {
    try SkyLines.published(await transport.send(skylines.publication(of: id)))
  }
}
