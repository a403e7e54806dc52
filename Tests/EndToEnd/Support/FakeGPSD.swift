import FlightModel
import FlightSimulator
import Glibc
import Linux

/// A server that poses as gpsd and says whatever a test wants.
///
/// Only the first connection, for reports, is taken; one for raw sentences waits for ever.
final class FakeGPSD {
  let port: UInt16
  private let listener: Descriptor
  private var client: Int32 = -1

  init() throws {
    listener = try Loopback.listen()
    port = try Loopback.port(of: listener)
  }

  deinit { hangUp() }

  /// Takes the daemon's connection and greets it; one that an earlier life left behind is not it.
  func greet() throws {
    repeat {
      hangUp()
      guard Loopback.isReadable(listener.rawValue, within: 20_000) else {
        throw SystemError(operation: "accept", subject: "port \(port)", code: ETIMEDOUT)
      }
      client = try systemCall("accept", "port \(port)") { accept(listener.rawValue, nil, nil) }
    } while Loopback.hasHungUp(client)
    _ = fcntl(client, F_SETFD, FD_CLOEXEC)
    try say(#"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#)
  }

  /// Whether the daemon has closed the connection.
  var isLeft: Bool { client >= 0 && Loopback.hasHungUp(client) }

  /// Cuts the connection.
  func hangUp() {
    if client >= 0 { close(client) }
    client = -1
  }

  /// Sends a line.
  func say(_ line: String) throws { try send(Array("\(line)\r\n".utf8)) }

  /// Sends bytes as they are.
  func send(_ bytes: [UInt8]) throws {
    var sent = 0
    while sent < bytes.count {
      let client = client
      sent += try systemCall("send", "the daemon") {
        bytes[sent...].withUnsafeBytes {
          Glibc.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
      }
    }
  }

  /// Reports fixes as gpsd would.
  func report(_ fixes: some Sequence<SimulatedFix>) throws {
    for fix in fixes { try say(Self.position(fix)) }
  }

  /// A TPV object; `changes` replaces or adds fields by their JSON text.
  static func position(_ fix: SimulatedFix, _ changes: [String: String] = [:]) -> String {
    var fields = [
      "mode": "\(fix.mode.rawValue)", "time": "\"\(fix.time.rfc3339)\"",
      "lat": degrees(fix.position.latitudeE7), "lon": degrees(fix.position.longitudeE7),
      "altHAE": "\(Double(fix.ellipsoidAltitudeCm) / 100)",
      "altMSL": "\(Double(fix.meanSeaAltitudeCm) / 100)",
      "speed": "\(Double(fix.groundSpeedCmPerS) / 100)",
      "track": "\(Double(fix.trackCentiDeg) / 100)",
      "climb": "\(Double(fix.climbCmPerS) / 100)",
    ]
    fields.merge(changes) { $1 }
    let rest = fields.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }
    return #"{"class":"TPV","device":"/dev/fake","# + rest.joined(separator: ",") + "}"
  }

  private static func degrees(_ e7: Int32) -> String { "\(Double(e7) / 1e7)" }
}
