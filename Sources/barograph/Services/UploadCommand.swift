import CommandLineInterface
import ControlAPI
import JSON
import ServicePlan

/// `barograph upload`: a flight to services, now.
enum UploadCommand {
  static let spec = CommandSpec(
    path: ["upload"], summary: "upload a flight to connected services",
    arguments: "FLIGHT", argumentCount: 1...1,
    options: [
      OptionSpec(
        "to", "SERVICE", "only to this one", choices: Service.takingFlights.map(\.rawValue)),
      .json, .socket,
    ],
    details: """
      Puts the flight in the queue of every connected service, or of one, and returns;
      barograph flights show FLIGHT tells when it is there. A flight that is there is
      not sent again. One that was refused, or for which something was missing, is
      tried again.

      Exit codes: 0 in the queue, or there, 1 there is no account at a service.
      """
  ) { (invocation) throws(Failure) in
    let daemon = DaemonConnection(invocation, timeoutSeconds: 60)
    let flight = try FlightChoice.flight(invocation.arguments[0], daemon)
    var uploads: [UploadFacts] = []
    for name in try targets(invocation, daemon) {
      let json = try daemon.call(
        .uploadFlight, body: ["service": .string(name), "flight": .string(flight.id)])
      uploads.append(
        try daemon.read(json) { (json) throws(DocumentError) in try UploadFacts(json: json) })
    }
    if invocation.has("json") {
      try invocation.output.write(ServiceList.json(uploads))
    } else {
      try invocation.output.write(uploads.map { "\($0.title): \($0.line)\n" }.joined())
    }
    return 0
  }

  /// How far a flight is on its way.
  static func uploads(
    of flight: String, _ daemon: DaemonConnection
  ) throws(Failure) -> [UploadFacts] {
    try daemon.read(try daemon.call(.flightUploads(id: flight))) { (json) throws(DocumentError) in
      try ServiceList.uploads(json)
    }
  }

  private static func targets(
    _ invocation: Invocation, _ daemon: DaemonConnection
  ) throws(Failure) -> [String] {
    if let word = invocation["to"] {
      return [try ServicesCommand.named(word, among: Service.takingFlights).rawValue]
    }
    let services = try daemon.read(try daemon.call(.services)) { (json) throws(DocumentError) in
      try ServiceList.services(json)
    }
    let connected = services.filter { $0.takesFlights && $0.state != .notConnected }.map(\.name)
    if connected.isEmpty {
      throw Failure(
        .refused, "not-connected", "this box is connected with no service",
        hint: "barograph services connect weglide")
    }
    return connected
  }
}
