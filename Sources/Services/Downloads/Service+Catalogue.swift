package import FlightModel
package import ServicePlan
package import Waypoints

extension Service {
  /// The catalogue of this service; nil where it needs an account and there is none. Tasks get
  /// `zones` where the service tells none.
  package func catalogue(
    at address: ServiceAddress, _ credential: ServiceCredential?, zones: ZoneDefaults,
    over transport: any ServiceTransport
  ) -> (any Catalogue)? {
    switch self {
    case .weglide:
      credential.map { WeGlideCatalogue(WeGlide(address, $0), zones: zones, over: transport) }
    case .skylines:
      credential.map { SkyLinesCatalogue(SkyLines(address, $0), over: transport) }
    case .charron:
      credential.map { CharronCatalogue(Charron(address, $0), over: transport) }
    case .soaringspot:
      credential.map { SoaringSpotClient(SoaringSpot(address, $0, zones), over: transport) }
    case .xcsoar: XCSoarClient(XCSoar(address), over: transport)
    case .openaip: OpenAIPClient(OpenAIP(address), over: transport)
    }
  }
}
