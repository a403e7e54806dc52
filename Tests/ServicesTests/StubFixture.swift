import FlightModel
import HTTPClient
import JSON
import ServiceDoubles
import ServicePlan
import Services
import Testing

/// A service of the stub's and a client for it.
struct StubFixture {
  let stub: StubServices
  let service: Service
  private let uplink: HeldUplink

  init(_ service: Service) async throws {
    stub = try await StubServices()
    self.service = service
    uplink = try HeldUplink()
  }

  /// The values that the stub knows.
  static let good: [Service: [ServiceField: String]] = [
    .weglide: [
      .key: "weglide-key", .userID: "17", .dateOfBirth: "1980-07-31", .aircraftID: "160",
    ],
    .skylines: [.login: "ada@example.org", .password: "secret"],
    .charron: [.login: "ada", .password: "geheim", .motorGlider: "no"],
  ]

  private var path: String { service == .weglide ? "weglide/v1" : service.rawValue }

  /// A client with the stub's own values but for the changed ones; an empty one is left out.
  func client(
    _ changed: [ServiceField: String] = [:]
  ) throws -> any UploadClient {
    var values = Self.good[service]!
    for (field, value) in changed { values[field] = value.isEmpty ? nil : value }
    let credential = try ServiceCredential(service, values)
    let client = service.uploadClient(
      at: stub.address(of: path), credential, over: uplink.transport)
    return try #require(client)
  }

  /// What an upload comes to.
  func upload(
    _ flight: FlightToUpload = .example, _ changed: [ServiceField: String] = [:]
  ) async throws -> Result<Placement, ServiceFault> {
    let client = try client(changed)
    return await outcome { () async throws(ServiceFault) in try await client.upload(flight) }
  }

  func look(
    for flight: FlightToUpload = .example, id: String? = nil
  ) async throws -> Result<Sighting, ServiceFault> {
    let client = try client()
    return await outcome { () async throws(ServiceFault) in
      try await client.look(for: flight, id: id)
    }
  }

  func check(
    _ changed: [ServiceField: String] = [:]
  ) async throws -> Result<ServiceCredential, ServiceFault> {
    let client = try client(changed)
    return await outcome { () async throws(ServiceFault) in
      try await client.check(on: CivilDate(year: 2026, month: 7, day: 4))
    }
  }
}

func outcome<Value>(
  _ body: () async throws(ServiceFault) -> Value
) async -> Result<Value, ServiceFault> {
  do throws(ServiceFault) { return .success(try await body()) } catch { return .failure(error) }
}

/// An uplink whose thread ends with the test.
final class HeldUplink: Sendable {
  let uplink: Uplink
  init(authority: String? = nil) throws {
    var settings = UplinkSettings()
    settings.authorityFile = authority
    uplink = try Uplink(settings)
  }
  deinit { uplink.stop() }

  var transport: any ServiceTransport { uplink }
  /// The same with so little patience.
  func hurried(ms: Int64) -> any ServiceTransport { Hurried(uplink: uplink, ms: ms) }
}

private struct Hurried: ServiceTransport {
  let uplink: Uplink
  let ms: Int64
  func send(_ request: UplinkRequest) async -> UplinkReply {
    var request = request
    request.timeoutMs = ms
    return await uplink.send(request)
  }
}

extension FlightToUpload {
  /// A flight of two fixes, 10:00 to 14:00 on 4 July 2026.
  static let example = FlightToUpload.made(day: 4)

  static func made(day: Int, registration: String = "D-1234") -> FlightToUpload {
    let midnight = UTCInstant(CivilDate(year: 2026, month: 7, day: day))
    let text =
      "AXBGABC\r\nHFDTE\(day < 10 ? "0" : "")\(day)0726\r\n"
      + "B1000005000000N00500000EA0000000500\r\nB1400005000000N00500000EA0000000500\r\n"
    return FlightToUpload(
      filename: "2026-07-\(day < 10 ? "0" : "")\(day)-XBG-ABC-01.IGC", igc: Array(text.utf8),
      firstFixAt: midnight.advanced(byMilliseconds: 36_000_000),
      lastFixAt: midnight.advanced(byMilliseconds: 50_400_000),
      declaration: Declaration(pilot: "Ada", registration: registration), isContest: true)
  }
}
