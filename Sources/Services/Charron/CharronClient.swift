import FlightModel
import ServicePlan

/// Asks Charron.line: each call logs in anew, since nobody says how long a session lasts.
struct CharronClient: UploadClient {
  private let charron: Charron
  private let transport: any ServiceTransport

  init(_ charron: Charron, over transport: any ServiceTransport) {
    self.charron = charron
    self.transport = transport
  }

  private func session(on day: CivilDate) async throws(ServiceFault) -> Charron.Session {
    let login = charron.login(season: Charron.season(of: day))
    return try Charron.session(in: await transport.send(login))
  }

  func check(on day: CivilDate) async throws(ServiceFault) -> ServiceCredential {
    _ = try await session(on: day)
    return charron.credential
  }

  func upload(_ flight: FlightToUpload) async throws(ServiceFault) -> Placement {
    if flight.declaration.registration.isEmpty { throw .needsInput(.registration) }
    let session = try await session(on: flight.firstFixAt.date)
    return try Charron.placement(in: await transport.send(try charron.upload(flight, in: session)))
  }

  func look(for flight: FlightToUpload, id: String?) async throws(ServiceFault) -> Sighting {
    let session = try await session(on: flight.firstFixAt.date)
    let request = charron.flights(on: flight.firstFixAt.date, in: session)
    return try Charron.sighting(of: flight.filename, in: await transport.send(request))
  }

  /// A flight at Charron.line is seen by whoever may see it.
  func publish(id: String) async throws(ServiceFault) {}
}
