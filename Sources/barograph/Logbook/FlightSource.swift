import CommandLineInterface
import ControlAPI
import FlightModel
import IGC
import Linux

/// A flight that a person names: a file, which needs no recorder, or a flight of the logbook by its
/// id.
struct FlightSource {
  /// Bytes of a file that is read.
  private static let longest = 100 << 20

  /// The file's name.
  let name: String
  let file: IGCFile
  /// What the logbook has of it; nil for a file.
  let summary: FlightSummary?

  var declaration: Declaration { summary?.declaration ?? file.declaration }

  /// The name without its ending.
  var stem: String {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }

  init(_ word: String, _ invocation: Invocation) throws(Failure) {
    guard Files.exists(word) else {
      try self.init(id: word, invocation)
      return
    }
    try self.init(path: word)
  }

  /// A file.
  init(path: String) throws(Failure) {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try Files.read(path, limit: Self.longest)
    } catch {
      throw Failure(
        .noInput, "cannot-read", "cannot read \(path): \(error)", hint: "see that it is there")
    }
    name = String(path.split(separator: "/").last ?? "flight")
    file = IGCFile(reading: bytes)
    summary = nil
    guard file.counts.fixes > 0 else {
      throw Failure(
        .badData, "no-fix",
        "\(path) holds no fix: \(file.counts.lines) lines, "
          + "\(file.counts.bad) of them broken", hint: "is it an IGC file?")
    }
  }

  /// A flight of the logbook.
  private init(id: String, _ invocation: Invocation) throws(Failure) {
    let daemon = DaemonConnection(invocation, timeoutSeconds: 30)
    let flight = try FlightChoice.flight(id, daemon)
    var bytes: [UInt8] = []
    try daemon.stream(.flightIGC(id: flight.id)) { (block) throws(Failure) in
      guard bytes.count + block.count <= Self.longest else {
        throw Failure(.badData, "too-long", "the file is too long", hint: "export it as IGC")
      }
      bytes += block
    }
    name = flight.filename
    file = IGCFile(reading: bytes)
    summary = flight
  }
}
