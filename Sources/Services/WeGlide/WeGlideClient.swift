import FlightModel
import ServicePlan

/// Asks WeGlide.
struct WeGlideClient: UploadClient {
  /// Pages of the pilot's list that are looked through for a flight.
  private static let pages = 20

  private let weglide: WeGlide
  private let transport: any ServiceTransport

  init(_ weglide: WeGlide, over transport: any ServiceTransport) {
    self.weglide = weglide
    self.transport = transport
  }

  func check(on day: CivilDate) async throws(ServiceFault) -> ServiceCredential {
    _ = try WeGlide.flights(in: await transport.send(weglide.flights(limit: 1)))
    return weglide.credential
  }

  func upload(_ flight: FlightToUpload) async throws(ServiceFault) -> Placement {
    try weglide.placement(in: await transport.send(try weglide.upload(flight)))
  }

  func look(for flight: FlightToUpload, id: String?) async throws(ServiceFault) -> Sighting {
    if let id {
      return try WeGlide.sighting(of: id, in: await transport.send(weglide.flight(id: id)))
    }
    for page in 0..<Self.pages {
      let request = weglide.flights(skip: page * WeGlide.pageLength)
      let listed = try WeGlide.flights(in: await transport.send(request))
      let found = listed.first { $0.takeoffAt.map(flight.holds) ?? false }
      if let found { return .seen(id: found.id) }
      let isPast = listed.contains { $0.takeoffAt.map { $0 < flight.firstFixAt.earlier } ?? false }
      if listed.count < WeGlide.pageLength || isPast { break }
    }
    return .unseen
  }

  /// A flight at WeGlide is public.
  func publish(id: String) async throws(ServiceFault) {}
}
