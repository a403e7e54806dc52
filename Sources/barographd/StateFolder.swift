import FlightModel
import Linux
import RecordingModel
import SyncPlan

/// The state directory and what lies where in it.
struct StateFolder: Sendable {
  let path: String

  /// The database.
  var database: String { path + "/barograph.db" }
  /// The device key and the keys that this box trusts.
  var keys: String { path + "/keys" }
  /// IGC files by their flight's id.
  var blobs: String { path + "/blobs/igc" }
  /// The same files under their IGC names, for people.
  var flights: String { path + "/flights" }
  /// Files of flights that were going on when the service stopped, until the final ones are there.
  var interim: String { path + "/interim" }

  /// The Device Token, and what uploads need for themselves.
  var sync: String { path + "/sync" }
  /// Tokens that the server has still to be told are void.
  var revocations: String { path + "/revocations" }
  /// The token's file, and that of those which are void.
  var credentials: CredentialFolder { CredentialFolder(path: sync, revoked: revocations) }
  /// What pilots have given of their accounts at services.
  var services: ServiceFolder { ServiceFolder(path: path + "/services") }
  /// The blob that is being sent, gzipped; replaced by the next.
  var packedBlob: String { sync + "/blob.gz" }
  /// What imports need for themselves; empty between them.
  var imports: String { path + "/imports" }
  /// The file that is being sent under an import's id, or taken in.
  func upload(_ id: String) -> String { "\(imports)/upload-\(id)" }
  /// The database of a backup, unpacked.
  var unpacked: String { imports + "/backup.sqlite" }
  /// Map files by the SHA-256 of their bytes.
  var mapFiles: String { path + "/blobs/file" }

  /// Tiles of the ground that a server gave.
  var elevation: String { path + "/elevation" }

  /// The page's token.
  var pageToken: String { path + "/page-token" }

  /// Files that could not be used, by the SHA-256 of their bytes, each with its reason beside it.
  var quarantine: String { path + "/quarantine" }
  /// Where people put what is to be taken in, unless `import.inbox` names another folder.
  var inbox: String { path + "/inbox" }

  /// Makes the folders that are missing and removes drafts that a power cut left behind.
  func prepare() throws(SystemError) {
    for folder in [blobs, flights, interim, mapFiles] { try Files.makeFolder(folder) }
    if !Files.exists(quarantine) { try Files.makeFolder(quarantine, mode: 0o700) }
    if !Files.exists(sync) { try Files.makeFolder(sync, mode: 0o700) }
    if !Files.exists(imports) { try Files.makeFolder(imports, mode: 0o700) }
    for name in try Files.names(in: imports) { try Files.remove("\(imports)/\(name)") }
    for folder in [blobs, interim, mapFiles, quarantine] {
      for name in try Files.names(in: folder) where name.hasSuffix(".part") {
        try Files.remove("\(folder)/\(name)")
      }
    }
  }

  /// The interim file of a recording. A database that replaces a broken one counts recordings from
  /// one again, so the number alone could name the only file of an earlier flight.
  func interim(of recording: Recording) -> String {
    let start = recording.startedAt.rfc3339.filter { $0 != ":" && $0 != "-" && $0 != "." }
    return "\(interim)/\(start)-recording-\(recording.id).igc"
  }

  /// The file that a blob on the server is a copy of.
  func path(of blob: BlobReference) -> String {
    blob.kind == .igc ? self.blob(blob.id) : "\(mapFiles)/\(blob.id)"
  }

  func blob(_ id: String) -> String { "\(blobs)/\(id).igc" }

  /// Where people find a flight's file: under its name, or by its id on a file system without
  /// links.
  func file(named name: String, id: String) -> String {
    let named = "\(flights)/\(name)"
    return Files.exists(named) ? named : blob(id)
  }
}
