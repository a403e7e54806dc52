import FlightModel
import FuzzDriver
import Glibc
import Linux
import RecordingModel
import Store
import Telemetry

/// Any file that calls itself the database of a backup; the first byte is the version that the
/// manifest claims.
@main
enum AppBackupFuzzer {
  static let path = "/dev/shm/barograph-fuzz-backup-\(getpid())"

  static func main() {
    Fuzzer.run { bytes in
      guard let version = bytes.first,
        (try? Files.replace(path, with: Array(bytes.dropFirst()))) != nil
      else { return }
      defer { for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) } }
      guard let backup = try? AppBackup(path: path, schemaVersion: Int64(version)),
        let sources = try? backup.boardSources()
      else { return }
      for source in sources.prefix(4) {
        var minutes = 0
        _ = try? backup.forEachMinute(of: source, as: "b", hidden: { $0.latitudeE7 > 0 }) {
          Fuzzer.expect($0.bucket.boardID == "b", "another board than was asked for")
          minutes += 1
          return minutes < 1000
        }
      }
    }
  }
}
