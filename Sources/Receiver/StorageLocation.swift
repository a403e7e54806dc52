/// Where a receiver keeps its rows, as a configuration or a command line names it.
package enum StorageLocation {
  /// The storage at `sqlite:///path`. Nothing is opened before its first call; throws `broken` for
  /// any other text, which is not repeated, since it may hold a password.
  package static func open(_ url: String) throws(StorageFailure) -> any ReceiverStorage {
    let prefix = "sqlite://"
    guard url.hasPrefix(prefix + "/"), !url.utf8.contains(0) else {
      throw .broken("open storage: the location is not of the form sqlite:///path")
    }
    return SQLiteStorage(path: String(url.dropFirst(prefix.count)))
  }
}
