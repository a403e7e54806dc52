import FlightModel
import HTTPClient
import JSON
import ServiceDoubles
import ServicePlan
import Services
import Testing
import Waypoints

/// A catalogue of the stub's, of those that no flight goes to, and who asks it.
struct PlaceFixture {
  static let services: [Service] = [.soaringspot, .xcsoar, .openaip]
  /// The token that the stub knows.
  static let token = "Club 4f1c2d:wasserkuppe"
  static let today = CivilDate(year: 2026, month: 7, day: 6)

  let stub: StubServices
  let service: Service
  private let uplink: HeldUplink
  private let patienceMs: Int64?

  /// With less patience than a service is given, for what comes to nothing.
  init(_ service: Service, patienceMs: Int64? = nil) async throws {
    stub = try await StubServices()
    self.service = service
    self.patienceMs = patienceMs
    uplink = try HeldUplink()
  }

  /// Of something that can be fetched.
  static func example(_ service: Service) -> [String] {
    switch service {
    case .soaringspot: ["DE", "2026", "1001", "club", "2026-07-04", "task"]
    case .xcsoar: ["waypoints", "Germany.cup"]
    default: ["de"]
    }
  }

  func catalogue(token: String = PlaceFixture.token) throws -> any Catalogue {
    let credential =
      service == .soaringspot ? try ServiceCredential(.soaringspot, [.token: token]) : nil
    let transport = patienceMs.map(uplink.hurried) ?? uplink.transport
    let catalogue = service.catalogue(
      at: stub.address(of: service.rawValue), credential, zones: ZoneDefaults(), over: transport)
    return try #require(catalogue)
  }

  func list(
    _ path: String, page: Int = 1, token: String = PlaceFixture.token
  ) async throws -> Result<CatalogueListing, CatalogueFault> {
    let catalogue = try catalogue(token: token)
    return await found { () async throws(CatalogueFault) in
      try await catalogue.list(Self.parts(path), page: page, today: Self.today)
    }
  }

  func fetch(
    _ path: String, token: String = PlaceFixture.token
  ) async throws -> Result<CatalogueContent, CatalogueFault> {
    let catalogue = try catalogue(token: token)
    return await found { () async throws(CatalogueFault) in
      try await catalogue.fetch(Self.parts(path))
    }
  }

  func edition(of path: String) async throws -> Result<CivilDate?, CatalogueFault> {
    let catalogue = try catalogue()
    return await found { () async throws(CatalogueFault) in
      try await catalogue.edition(of: Self.parts(path))
    }
  }

  private static func parts(_ path: String) -> [String] {
    path.split(separator: "/").map(String.init)
  }

  /// What was asked of the stub, without the service's name.
  func asked() async throws -> [String] {
    let log = try await stub.control()["log"]?.array?.compactMap(\.string) ?? []
    return log.map {
      $0.split(separator: " ").filter { $0 != service.rawValue }.joined(separator: " ")
    }
  }
}

func found<Value>(
  _ body: () async throws(CatalogueFault) -> Value
) async -> Result<Value, CatalogueFault> {
  do throws(CatalogueFault) { return .success(try await body()) } catch { return .failure(error) }
}

extension Result {
  var value: Success? { try? get() }
}

extension CatalogueContent {
  /// Of a map file.
  var bytes: [UInt8]? {
    if case .mapFile(_, let bytes, _, _) = self { bytes } else { nil }
  }

  /// `filename area day` of a map file.
  var summary: String? {
    guard case .mapFile(let filename, _, let area, let day) = self else { return nil }
    return "\(filename) \(area ?? "-") \(day.map { UTCInstant($0).rfc3339.prefix(10) } ?? "-")"
  }
}
