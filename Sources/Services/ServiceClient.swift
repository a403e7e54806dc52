package import FlightModel
package import ServicePlan

/// What every service that takes flights can be asked. A call ends by itself, within a few requests'
/// time; each request is made and each answer judged by pure functions of the service's own file.
package protocol UploadClient: Sendable {
  /// Asks whether the service knows this account; the credential as it is to be kept, with what the
  /// service has told. `day` is today, in UTC.
  func check(on day: CivilDate) async throws(ServiceFault) -> ServiceCredential
  /// Sends a flight, once at most.
  func upload(_ flight: FlightToUpload) async throws(ServiceFault) -> Placement
  /// Whether a flight can be seen there; under `id`, where the service has told one.
  func look(for flight: FlightToUpload, id: String?) async throws(ServiceFault) -> Sighting
  /// Makes a flight public, where the service keeps it private at first.
  func publish(id: String) async throws(ServiceFault)
}

extension Service {
  /// The client of this service, if it takes flights.
  package func uploadClient(
    at address: ServiceAddress, _ credential: ServiceCredential,
    over transport: any ServiceTransport
  ) -> (any UploadClient)? {
    switch self {
    case .weglide: WeGlideClient(WeGlide(address, credential), over: transport)
    case .skylines: SkyLinesClient(SkyLines(address, credential), over: transport)
    case .charron: CharronClient(Charron(address, credential), over: transport)
    case .soaringspot, .xcsoar, .openaip: nil
    }
  }
}
