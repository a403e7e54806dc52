import FlightModel
import Glibc
import Linux
import RecordingModel
import SQLite
import Store
import TestSupport
import Testing

/// The service's own start on a database of a few hundred megabytes, measured in bytes that it
/// reads, since time on a test machine proves nothing.
@Suite struct LargeDatabaseTests {
  static let rows = 2_500_000

  /// A recording without an end that holds nearly all of the database.
  private func makeDatabase(at path: String) throws {
    let start = UTCInstant(CivilDate(year: 2026, month: 7, day: 4))
    do {
      let store = try StoreDatabase(
        StoreSettings(
          path: path, bootID: "an earlier one", wallClock: { start },
          monotonicClock: { MonotonicInstant(nanoseconds: 0) }))
      var batch = RecordingBatch(
        recording: Recording(
          id: RecordingID(1), kind: .flight, boardID: "glider", bootID: "an earlier one",
          startedAt: start, declaration: Declaration(),
          progress: .init(lastFixAt: start.advanced(byMilliseconds: Int64(Self.rows)))))
      batch.fixes = [
        FixRecord(
          recordedAt: start, mode: .threeDimensional,
          position: Coordinate(latitudeE7: 473_000_000, longitudeE7: 85_000_000))
      ]
      try store.commit(batch)
      try store.close()
    }
    let connection = try Connection(path: path, access: .readWrite)
    try connection.execute(
      """
      PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -20000;
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(Self.rows))
      INSERT INTO fix_record (offset_ms, latitude_e7, longitude_e7, gnss_altitude_cm,
          ground_speed_cm_s, vario_cm_s, bearing_centideg, horizontal_error_dm,
          vertical_error_dm, solution)
        SELECT i, 473000000 + i, 85000000, 45000, 2500, 200, 9000, 33, 44, 55 FROM n;
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
      INSERT INTO diagnostic_events (occurred_at_ms, elapsed_realtime_ms, boot_key, event_name,
          message, properties_json)
        SELECT 0, 0, 1, 'filler', printf('%.*c', 1000000, 'x'), '{}' FROM n;
      PRAGMA journal_mode = WAL;
      """)
    try connection.close()
  }

  /// Starts the service, prints what it says and, as soon as it is up, what it has read by system
  /// calls (proc(5), `io`); then stops it. In one script, since a busy test machine may look at the
  /// service minutes later, when it has done more than to start.
  private static let script = """
    exec 3< <(exec "$0" --config "$1" 2>&1)
    service=$!
    while read -r -u 3 line; do
      printf '%s\\n' "$line"
      case $line in *" is up"*) grep rchar "/proc/$service/io"; kill "$service" ;; esac
    done
    wait "$service"
    echo "ended with $?"
    """

  @Test func theServiceStartsWithAFewPages() async throws {
    let folder = TemporaryFolder()
    try Files.makeFolder(folder.file("state"))
    let database = folder.file("state/barograph.db")
    try makeDatabase(at: database)
    #expect(try #require(Files.size(database)) > 300_000_000)
    // Nobody listens on port 1: the service waits for its gpsd.
    try Files.replace(folder.file("barograph.conf"), with: Array("[gpsd]\nport = 1\n".utf8))
    let service = try ChildProcess(
      [
        "/usr/bin/env", "-u", "JOURNAL_STREAM", "-u", "NOTIFY_SOCKET", "bash", "-c", Self.script,
        BuiltPrograms.path("barographd"), folder.file("barograph.conf"),
      ],
      environment: [
        "STATE_DIRECTORY": folder.file("state"), "RUNTIME_DIRECTORY": folder.file("run"),
      ])
    var lines: [String] = []
    for await line in service.lines { lines.append(line) }
    #expect(lines.contains { $0.contains(" is up") }, "\(lines)")
    #expect(!lines.contains { $0.contains("set aside") }, "\(lines)")
    let figure = try #require(lines.first { $0.hasPrefix("rchar: ") })
    #expect(try #require(Int(figure.dropFirst(7))) < 4_000_000)
    #expect(lines.last == "ended with 0")
    #expect(await service.waitForEnd() == .exit(0))
  }
}
