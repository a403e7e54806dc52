package import FlightModel
import Glibc
import HTTPClient
package import JSON
import Linux
import TestSupport

/// WeGlide, SkyLines, Charron.line and the catalogues as `Tests/Simulators/services/serve.py` plays them, while a test
/// runs.
package final class StubServices: Sendable {
  /// Of all of them: `http://127.0.0.1:40123`.
  package let address: String
  private let program: ChildProcess
  private let uplink: Uplink

  /// With a certificate and its key they are reached over TLS; `authority` is whom the control trusts.
  package init(certificate: String? = nil, key: String? = nil, authority: String? = nil)
    async throws
  {
    let script = "\(PackageFolder.root)/Tests/Simulators/services/serve.py"
    var words = ["python3", "-B", script]
    if let certificate, let key { words += ["--certificate", certificate, "--key", key] }
    program = try ChildProcess(words)
    var lines = program.lines.makeAsyncIterator()
    address = await lines.next() ?? ""
    var settings = UplinkSettings()
    settings.authorityFile = authority
    uplink = try Uplink(settings)
  }

  deinit {
    program.send(SIGKILL)
    uplink.stop()
  }

  /// Where one of them stands; `path` is `weglide/v1`, `skylines`, `charron`,
  /// `soaringspot`, `xcsoar` or `openaip`.
  package func address(of path: String) -> ServiceAddress { ServiceAddress("\(address)/\(path)")! }

  /// The lines of a configuration that name them.
  package var configuration: String {
    """
    [services]
    weglide-url = \(address)/weglide/v1
    skylines-url = \(address)/skylines
    charron-url = \(address)/charron
    soaringspot-url = \(address)/soaringspot
    xcsoar-url = \(address)/xcsoar
    openaip-url = \(address)/openaip
    """
  }

  /// What they hold, and what was asked.
  @discardableResult
  package func control(_ order: JSONValue? = nil) async throws -> JSONValue {
    var request = UplinkRequest(order == nil ? .get : .post, "\(address)/control")
    request.isLoopback = true
    request.timeoutMs = 120_000
    request.answerLimit = 1 << 22
    if let order { request.body = .bytes(order.bytes()) }
    guard case .answer(let response) = await uplink.send(request), response.status == 200 else {
      throw SystemError(operation: "control", subject: address, code: EIO)
    }
    return try JSONValue.parse(response.body)
  }

  /// Sets what goes wrong next.
  package func fail(_ faults: JSONValue...) async throws {
    try await control(["faults": .array(faults)])
  }

  /// Sets options of one of them.
  package func set(_ service: String, _ options: JSONValue) async throws {
    try await control(["options": .object([service: options])])
  }

  /// The flights that one of them holds.
  package func flights(of service: String) async throws -> [JSONValue] {
    try await control()[service]?["flights"]?.array ?? []
  }
}
