package import FlightModel

extension DaemonConfiguration {
  /// Where services on the internet are reached; whether and as whom is decided with
  /// `barograph services`.
  package struct Services: Equatable, Sendable {
    package var weglide: ServiceAddress?
    package var skylines: ServiceAddress?
    package var charron: ServiceAddress?
    /// The proxy before Soaring Spot.
    package var soaringspot: ServiceAddress?
    package var xcsoar: ServiceAddress?
    package var openaip: ServiceAddress?
    /// PEM file with the authorities to trust instead of the system's.
    package var caFile: String?
  }

  static let servicesKeys: [ConfigurationKey<DaemonConfiguration>] = [
    address("weglide-url", \.services.weglide, "https://api.weglide.org/v1", "WeGlide's API."),
    address("skylines-url", \.services.skylines, "https://api.skylines.aero", "SkyLines' API."),
    address(
      "charron-url", \.services.charron, "https://www.lvzc.be/charronline",
      "Charron.line, without the season."),
    .parsed(
      "services.soaringspot-url", \.services.soaringspot,
      "https URL, or http on this machine itself, or empty", default: "",
      "Where to reach a proxy before Soaring Spot.",
      because: "Soaring Spot answers organisers only; clubs share a proxy.",
      reading: { text in text.isEmpty ? .some(nil) : ServiceAddress(text).map { $0 } }),
    address(
      "xcsoar-url", \.services.xcsoar, "https://download.xcsoar.org",
      "XCSoar's catalogue of waypoints and airspace."),
    address(
      "openaip-url", \.services.openaip,
      "https://storage.googleapis.com/29f98e10-a489-4c82-ae5e-489dbcd4912f",
      "openAIP's files of airspace."),
    .optional(
      "services.ca-file", \.services.caFile, "absolute path, or empty",
      "PEM file with the certificate authorities to trust for services, instead of the system's.",
      because: "A proxy of one's own may have a certificate of one's own.",
      accepting: isAbsolutePath),
  ]

  private static func address(
    _ key: String, _ path: ConfigurationKey<DaemonConfiguration>.Place<ServiceAddress?>,
    _ standard: String, _ meaning: String
  ) -> ConfigurationKey<DaemonConfiguration> {
    .parsed(
      "services.\(key)", path, "https URL, or http on this machine itself", default: standard,
      "Where to reach \(meaning)", because: "The service's own address.",
      reading: { text in ServiceAddress(text).map { $0 } })
  }
}
