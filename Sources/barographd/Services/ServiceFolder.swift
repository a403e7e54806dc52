import Glibc
import JSON
import Linux
import ServicePlan
import Services

/// What pilots have given of their accounts at services: a file of mode 0600 for each in the state
/// directory. A systemd credential `barograph.NAME` of the same form counts where there is no file; a
/// file without fields says that it does not.
struct ServiceFolder {
  let path: String

  private func file(of service: Service) -> String { "\(path)/\(service.rawValue)" }

  /// The credential of a service; nil if there is none. Throws for a file that others may read, or
  /// that is none of ours.
  func load(_ service: Service) throws -> ServiceCredential? {
    let own = file(of: service)
    let given = getenv("CREDENTIALS_DIRECTORY").map {
      "\(String(cString: $0))/barograph.\(service.rawValue)"
    }
    guard let found = [own, given].compactMap({ $0 }).first(where: { Files.exists($0) }) else {
      return nil
    }
    let json = try JSONValue.parse(try Files.readSecret(found, limit: 65_536))
    var values: [ServiceField: String] = [:]
    for member in json.object?.members ?? [] {
      if let field = ServiceField(rawValue: member.key) { values[field] = member.value.string }
    }
    return values.isEmpty ? nil : try ServiceCredential(service, values)
  }

  func save(_ credential: ServiceCredential) throws {
    var json = JSONObject()
    for (field, value) in credential.fields { json[field.rawValue] = .string(value) }
    try write(json, of: credential.service)
  }

  /// Removes everything of a service. What systemd gives at each start stays without effect.
  func remove(_ service: Service) throws {
    let isGiven = getenv("CREDENTIALS_DIRECTORY").map {
      Files.exists("\(String(cString: $0))/barograph.\(service.rawValue)")
    }
    if isGiven == true { return try write(JSONObject(), of: service) }
    try Files.remove(file(of: service))
  }

  /// Removes everything of every service.
  func removeAll() throws {
    for service in Service.allCases { try remove(service) }
  }

  private func write(_ json: JSONObject, of service: Service) throws {
    if !Files.exists(path) { try Files.makeFolder(path, mode: 0o700) }
    let text = JSONValue.object(json).bytes() + [0x0A]
    try Files.replace(file(of: service), with: text, mode: 0o600)
  }
}
