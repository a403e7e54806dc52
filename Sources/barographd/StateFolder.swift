import Linux

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

  /// Makes the folders that are missing and removes drafts that a power cut left behind.
  func prepare() throws(SystemError) {
    for folder in [blobs, flights, interim] { try Files.makeFolder(folder) }
    for folder in [blobs, interim] {
      for name in try Files.names(in: folder) where name.hasSuffix(".part") {
        try Files.remove("\(folder)/\(name)")
      }
    }
  }

  func blob(_ id: String) -> String { "\(blobs)/\(id).igc" }

  /// Where people find a flight's file: under its name, or by its id on a file system without
  /// links.
  func file(named name: String, id: String) -> String {
    let named = "\(flights)/\(name)"
    return Files.exists(named) ? named : blob(id)
  }
}
