import ControlAPI
import Linux
import RecordingModel
import ServicePlan

/// Accounts at services, and flights that go there.
extension DaemonControl {
  func services() throws(ControlError) -> [ServiceFacts] {
    let uploads = try wantedUploads()
    return try answered { () async throws(ControlError) in try await uploads.facts() }
  }

  func connect(
    service name: String, fields: [String: String]
  ) throws(ControlError) -> ServiceFacts {
    let (uploads, service) = (try wantedUploads(), try Self.service(name))
    var values: [ServiceField: String] = [:]
    for (key, value) in fields {
      guard let field = ServiceField(rawValue: key), service.fields.contains(field) else {
        throw ControlError(
          .badRequest, message: "\(service.title) has no use for \(key)",
          hint: "it takes \(service.fields.map(\.rawValue).joined(separator: ", "))")
      }
      values[field] = value
    }
    return try answered { [values] () async throws(ControlError) in
      try await uploads.connect(service, values)
    }
  }

  func disconnect(service name: String) throws(ControlError) -> ServiceFacts {
    let (uploads, service) = (try wantedUploads(), try Self.service(name))
    return try answered { () async throws(ControlError) in try await uploads.disconnect(service) }
  }

  func upload(flight id: String, to name: String) throws(ControlError) -> UploadFacts {
    let (uploads, service) = (try wantedUploads(), try Self.service(name, Service.takingFlights))
    let flight = try found(id).entry.id
    return try answered { () async throws(ControlError) in
      try await uploads.upload(UploadKey(flight: flight, service: service))
    }
  }

  func uploads(ofFlight id: String) throws(ControlError) -> [UploadFacts] {
    guard let uploads = serviceParts.uploads else { return [] }
    let flight = try found(id).entry.id
    return try answered { () async throws(ControlError) in
      try await uploads.uploads(ofFlight: flight)
    }
  }

  private static func service(
    _ name: String, _ services: [Service] = Service.withAccounts
  ) throws(ControlError) -> Service {
    if let service = Service(rawValue: name), services.contains(service) { return service }
    throw ControlError(
      .notFound, message: "there is no service \(name)",
      hint: "there are \(services.map(\.rawValue).joined(separator: ", "))")
  }

  private func wantedUploads() throws(ControlError) -> Uploads {
    guard let uploads = serviceParts.uploads else {
      throw ControlError(
        .failed, message: "the network's threads could not be started",
        hint: "see journalctl -u barographd")
    }
    return uploads
  }
}
