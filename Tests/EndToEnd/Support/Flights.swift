import FlightModel
import FlightSimulator
import IGC
import Linux
import Testing

extension Array where Element == SimulatedFix {
  /// The place of the first fix at or after a moment.
  func index(at moment: UTCInstant) -> Int { firstIndex { $0.trueTime >= moment } ?? endIndex }

  /// The fixes from one moment to just before another.
  func between(_ start: UTCInstant?, _ end: UTCInstant?) -> ArraySlice<SimulatedFix> {
    self[(start.map(index(at:)) ?? startIndex)..<(end.map(index(at:)) ?? endIndex)]
  }
}

extension UTCInstant {
  /// A moment some seconds later, or earlier.
  func after(_ seconds: Int64) -> UTCInstant { advanced(byMilliseconds: seconds * 1000) }

  /// Whether another moment is at most so far away.
  func isWithin(_ seconds: Int64, of other: UTCInstant?) -> Bool {
    other.map { abs($0.milliseconds(since: self)) <= seconds * 1000 } ?? false
  }
}

extension Box {
  /// The names of the IGC files that people find.
  var files: [String] { (try? names(in: "flights")) ?? [] }

  /// A flight's file as our reader understands it.
  func file(_ name: String) throws -> IGCFile {
    IGCFile(reading: try Files.read("\(state)/flights/\(name)", limit: 64 << 20))
  }

  /// Expects that a file is signed by this box and as it was written.
  func expectValid(_ path: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let (code, output) = try await command("verify", path)
    #expect(code == 0, "\(output)", sourceLocation: sourceLocation)
  }

  /// A look into the database.
  func rows() throws -> StoredRows { try #require(try StoredRows(databasePath)) }
}
