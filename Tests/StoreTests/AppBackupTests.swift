import FlightModel
import Linux
import RecordingModel
import SQLite
import Store
import Telemetry
import TestSupport
import Testing

@Suite struct AppBackupTests {
  private static let start: Int64 = 1_783_209_000_000
  private let folder = TemporaryFolder()

  /// The database of a fixture's backup, unpacked by a program of the system.
  private func open(_ name: String, version: Int64 = 48) async throws -> AppBackup {
    let zip = "\(PackageFolder.root)/Fixtures/ride-logs/backup/\(name)"
    let run = try await ChildProcess.run([
      "/usr/bin/env", "python3", "-m", "zipfile", "-e", zip, folder.path,
    ])
    try #require(run.ending == .exit(0))
    return try AppBackup(path: folder.file("db.sqlite"), schemaVersion: version)
  }

  private func minutes(
    _ backup: AppBackup, of source: String, hidden: (Coordinate) -> Bool = { _ in false }
  ) throws -> [ImportedMinute] {
    var minutes: [ImportedMinute] = []
    let skipped = try backup.forEachMinute(of: source, as: "here", hidden: hidden) {
      minutes.append($0)
      return true
    }
    #expect(skipped == 0)
    return minutes.sorted { $0.bucket.bucketStartMs < $1.bucket.bucketStartMs }
  }

  @Test(arguments: [("boards.zip", 48), ("devices.zip", 32)] as [(String, Int64)])
  func everyBoardsMinutesComeOut(name: String, version: Int64) async throws {
    let backup = try await open(name, version: version)
    #expect(try backup.boardSources() == ["C8:DF:84:00:00:02", "board-a"])
    let minutes = try minutes(backup, of: "board-a")
    #expect(minutes.map(\.bucket.bucketStartMs) == (0..<3).map { Self.start + $0 * 60_000 })
    #expect(minutes.map(\.frames.count) == [0, 120, 60])
    // From every sample where the app has it, else from the frames.
    #expect(minutes.map(\.bucket.sampleCount) == [1111, 1200, 60])
    #expect(minutes.allSatisfy { $0.bucket.boardID == "here" })
    var decoder = FrameDecoder()
    let samples = minutes.flatMap(\.frames).compactMap { decoder.decode($0) }
    #expect(samples.count == 180)
    #expect(samples.last?.motion.odometerCm == 28_240)
    #expect(samples.allSatisfy { $0.canID == 7 && $0.location != nil })
  }

  @Test func hiddenPlacesAreLeftOut() async throws {
    let backup = try await open("boards.zip")
    let minutes = try minutes(backup, of: "board-a") { $0.latitudeE7 < 470_006_000 }
    #expect(minutes.map(\.frames.count) == [60, 60], "the bare bucket begins in the place too")
    #expect(minutes[0].bucket.sampleCount == 60, "its own bucket tells of the place")
  }

  @Test func anErrorOfTheTakerEndsIt() async throws {
    struct Enough: Error {}
    let backup = try await open("boards.zip")
    #expect(throws: Enough.self) {
      try backup.forEachMinute(of: "board-a", as: "x", hidden: { _ in false }) { _ in
        throw Enough()
      }
    }
  }

  @Test func whatCannotBeTrustedIsRefused() async throws {
    await #expect(throws: AppBackupError.version(manifest: 47, database: 48)) {
      try await open("other-version.zip", version: 47)
    }
    await #expect(throws: AppBackupError.unknownSchema("telemetry_frames.captured_at_ms")) {
      try await open("view.zip")
    }
    do {
      _ = try await open("damaged.zip")
      Issue.record("a damaged database was opened")
    } catch let error as AppBackupError {
      guard case .damaged = error else {
        Issue.record("\(error)")
        return
      }
    }
    try Files.replace(folder.file("text"), with: Array("no database".utf8))
    #expect(throws: AppBackupError.self) {
      try AppBackup(path: folder.file("text"), schemaVersion: 1)
    }
  }
}
