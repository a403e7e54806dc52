import CommandLineInterface
import ControlAPI
import FlightAnalysis
import FlightModel
import SyncContract
import Waypoints

/// The airfields of the waypoint files that the recorder has and uses.
struct KnownAirfields {
  /// Bytes of all files together that are looked at.
  private static let longest = 200 << 20

  private let index: AirfieldIndex

  init(_ invocation: Invocation) throws(Failure) {
    let daemon = DaemonConnection(invocation, timeoutSeconds: 30)
    let json = try daemon.call(.rows(.mapFiles))
    let rows = try daemon.read(json) { (json) throws(DocumentError) in
      try RowDocument.rows(json, of: .mapFiles)
    }
    var airfields: [Airfield] = []
    var rest = Self.longest
    for row in rows {
      guard row["type"]?.text == "waypoints", row["isVisible"] == .bool(true),
        row["contentHash"]?.text != nil, let id = row["id"]?.text
      else { continue }
      let bytes = try Self.content(id, daemon, most: rest)
      rest -= bytes.count
      airfields += Self.airfields(bytes)
    }
    index = AirfieldIndex(airfields)
  }

  /// The nearest airfield of a moment; empty without one near.
  func name(of moment: FlightMoment?, in fixes: [TrackFix]) -> String {
    moment.flatMap { index.nearest(to: fixes[$0.index].position)?.name } ?? ""
  }

  private static func content(
    _ id: String, _ daemon: DaemonConnection, most: Int
  ) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    try daemon.stream(.fileContent(id: id)) { (block) throws(Failure) in
      guard bytes.count + block.count <= most else {
        throw Failure(
          .badData, "too-long", "the waypoint files are too long",
          hint: "stop using some of them: barograph files set ID --visible no")
      }
      bytes += block
    }
    return bytes
  }

  /// Those of a CUP file, or of an OurAirports list.
  private static func airfields(_ bytes: [UInt8]) -> [Airfield] {
    let listed = OurAirportsFile.read(bytes).file.airfields
    return listed.isEmpty ? CUPFile.read(bytes).file.waypoints.compactMap(Airfield.init) : listed
  }
}
