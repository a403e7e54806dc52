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
    nil
  }
}
