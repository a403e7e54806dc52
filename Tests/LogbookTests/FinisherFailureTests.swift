import Bytes
import Crypto
import FlightModel
import IGC
import Logbook
import RecordingModel
import Testing

/// Failures of the database, the disk and the key while a flight is finished.
@Suite struct FinisherFailureTests {
  private struct Broken: Error, CustomStringConvertible { var description: String }

  private func cause(
    _ bench: FinisherBench, fixes: FlightFinisher.FixReplay? = nil,
    write: FlightFinisher.FileSink? = nil, spoil: ([UInt8]) throws -> [UInt8] = { $0 }
  ) -> LogbookError.Cause? {
    var bytes: [UInt8] = []
    do throws(LogbookError) {
      _ = try bench.finisher.finish(
        bench.recording, existingNames: [], importedAt: start,
        fixes: fixes ?? { body in for index in 0..<600 { try body(fix(at: Int64(index) * 1000)) } },
        write: {
          bytes += $0; try write?($0)
        },
        reread: { body in try body(spoil(bytes)) })
      return nil
    } catch { return error.cause }
  }

  @Test func theCauseTellsWhoFailed() throws {
    let bench = try FinisherBench()
    #expect(cause(bench) == nil)
    var calls = 0
    #expect(
      cause(
        bench,
        fixes: { _ in
          calls += 1
          throw Broken(description: "database is locked")
        }) == .fixesUnreadable("database is locked"))
    #expect(calls == 1)
    #expect(
      cause(bench, write: { _ in throw Broken(description: "no space") })
        == .fileUnwritable("no space"))
    #expect(
      cause(bench, spoil: { _ in throw Broken(description: "input/output error") })
        == .fileUnreadable("input/output error"))
  }

  @Test func whatTheDiskGivesBackMustBeWhatWasWritten() throws {
    let bench = try FinisherBench()
    let spoilers: [([UInt8]) -> [UInt8]] = [
      { Array($0.dropLast()) }, { $0 + [0x0A] }, { _ in [] },
      { bytes in
        var bytes = bytes
        bytes[bytes.count / 2] ^= 1
        return bytes
      },
      { [UInt8](repeating: 0, count: $0.count) },
    ]
    for spoil in spoilers {
      guard case .notAsWritten = cause(bench, spoil: spoil) else {
        Issue.record("a spoilt file was taken for good")
        continue
      }
    }
  }

  @Test func aKeyThatDoesNotSignStillGivesAFile() throws {
    struct DeadKey: MessageSigner {
      var publicKeyBytes: [UInt8] { [UInt8](repeating: 1, count: 32) }
      func sign(_ message: [UInt8]) throws -> [UInt8] { throw Broken(description: "no key") }
    }
    let bench = try FinisherBench()
    let finisher = FlightFinisher(
      box: bench.finisher.box, rate: 1, digest: SHA256(), key: DeadKey(),
      isValid: { _, _, _ in false })
    var bytes: [UInt8] = []
    let flight = try finisher.finish(
      bench.recording, existingNames: [], importedAt: start, fixes: { try $0(fix(at: 0)) },
      write: { bytes += $0 }, reread: { try $0(bytes) })
    #expect(flight.fixesInFile == 1)
    #expect(flight.signingFailures > 0)
  }

  @Test func errorsSayWhatToDo() {
    let error = LogbookError(recording: RecordingID(7), cause: .fileUnwritable("no space left"))
    #expect("\(error)".contains("recording 7"))
    #expect("\(error)".contains("no space left"))
    #expect("\(error)".contains("free some space"))
    #expect(error.isTransient)
    #expect(!LogbookError(recording: RecordingID(7), cause: .noFixes).isTransient)
  }
}
