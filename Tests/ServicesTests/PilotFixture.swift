import FlightModel
import HTTPClient
import JSON
import ServiceDoubles
import ServicePlan
import Services
import Testing
import Waypoints

/// A pilot's service of the stub's, its catalogue, and flights to put there.
struct PilotFixture {
  static let services = Service.takingFlights

  let stub: StubServices
  let service: Service
  private let uplink: HeldUplink

  init(_ service: Service) async throws {
    stub = try await StubServices()
    self.service = service
    uplink = try HeldUplink()
  }

  var address: ServiceAddress {
    stub.address(of: service == .weglide ? "weglide/v1" : service.rawValue)
  }

  private func credential(_ changed: [ServiceField: String]) throws -> ServiceCredential {
    var values = StubFixture.good[service]!
    for (field, value) in changed { values[field] = value.isEmpty ? nil : value }
    return try ServiceCredential(service, values)
  }

  /// Puts flights of these days of July 2026 there.
  func upload(_ days: Int...) async throws {
    let client = try #require(
      service.uploadClient(at: address, try credential([:]), over: uplink.transport))
    for day in days { _ = try await client.upload(.made(day: day)) }
  }

  /// With the stub's own values but for the changed ones; an empty one is left out.
  func catalogue(
    _ changed: [ServiceField: String] = [:], patienceMs: Int64? = nil
  ) throws -> any Catalogue {
    let transport = patienceMs.map { uplink.hurried(ms: $0) } ?? uplink.transport
    return try #require(
      service.catalogue(
        at: address, try credential(changed), zones: ZoneDefaults(), over: transport))
  }

  /// What a listing on 5 July 2026 comes to.
  func list(
    _ path: String, page: Int = 1, _ changed: [ServiceField: String] = [:]
  ) async throws -> Result<CatalogueListing, CatalogueFault> {
    let catalogue = try catalogue(changed)
    do throws(CatalogueFault) {
      return .success(
        try await catalogue.list(
          Self.parts(path), page: page, today: CivilDate(year: 2026, month: 7, day: 5)))
    } catch {
      return .failure(error)
    }
  }

  func fetch(
    _ path: String, _ changed: [ServiceField: String] = [:], patienceMs: Int64? = nil
  ) async throws -> Result<CatalogueContent, CatalogueFault> {
    let catalogue = try catalogue(changed, patienceMs: patienceMs)
    do throws(CatalogueFault) {
      return .success(try await catalogue.fetch(Self.parts(path)))
    } catch {
      return .failure(error)
    }
  }

  private static func parts(_ path: String) -> [String] {
    path.split(separator: "/").map(String.init)
  }

  /// Requests that carried a key, a login or a cookie.
  func signed() async throws -> [String] {
    try await stub.control()["signed"]?.array?.compactMap(\.string) ?? []
  }
}

extension CatalogueListing {
  var names: [String] { entries.map(\.name) }
}

extension CatalogueContent {
  /// A flight as `FlightToUpload.made` makes it.
  static func made(day: Int, _ filename: String? = nil) -> CatalogueContent {
    let flight = FlightToUpload.made(day: day)
    return .flight(filename: filename ?? flight.filename, igc: flight.igc)
  }
}
