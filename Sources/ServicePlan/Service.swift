/// A service on the internet that flights go to or come from. The raw value is its name in commands,
/// files and tables.
package enum Service: String, CaseIterable, Sendable {
  case weglide, skylines, charron, soaringspot, xcsoar, openaip

  /// As the service writes itself.
  package var title: String {
    switch self {
    case .weglide: "WeGlide"
    case .skylines: "SkyLines"
    case .charron: "Charron.line"
    case .soaringspot: "Soaring Spot"
    case .xcsoar: "XCSoar's catalogue"
    case .openaip: "openAIP"
    }
  }

  /// Those that flights can be uploaded to.
  package static let takingFlights: [Service] = [.weglide, .skylines, .charron]

  package var takesFlights: Bool { Self.takingFlights.contains(self) }

  /// Those that know who asks. The others give to everybody.
  package static let withAccounts: [Service] = allCases.filter { !$0.fields.isEmpty }

  /// What a connection to it is made of, in the order in which it is asked for.
  package var fields: [ServiceField] {
    switch self {
    case .weglide: [.userID, .aircraftID, .key, .dateOfBirth]
    case .skylines: [.login, .password, .userID]
    case .charron: [.login, .motorGlider, .password]
    case .soaringspot: [.token]
    case .xcsoar, .openaip: []
    }
  }

  /// Of those, what it can be without: it tells it itself, or may do without.
  package var optionalFields: [ServiceField] {
    switch self {
    case .weglide: [.aircraftID, .dateOfBirth]
    case .skylines: [.userID]
    case .charron, .soaringspot, .xcsoar, .openaip: []
    }
  }

  /// What an upload needs besides, so that its absence is found before the first flight.
  package var uploadFields: [ServiceField] {
    switch self {
    case .weglide: [.dateOfBirth, .aircraftID]
    case .skylines, .charron, .soaringspot, .xcsoar, .openaip: []
    }
  }

  /// Whether it says by itself that it has a file already, so that sending it again does no harm.
  package var knowsFiles: Bool {
    switch self {
    case .weglide, .skylines: true
    case .charron, .soaringspot, .xcsoar, .openaip: false
    }
  }
}
