/// Where a receiver keeps its rows, as a configuration or a command line names it.
package enum StorageLocation {
  /// The storage at `sqlite:///path` or `postgresql://user@host:port/database?…`. Nothing is opened
  /// before its first call; throws `broken` for any other text, which is not repeated, since it may
  /// hold a password.
  package static func open(_ url: String) throws(StorageFailure) -> any ReceiverStorage {
    if url.hasPrefix("postgresql://") || url.hasPrefix("postgres://") {
      return try PostgresStorage(url: url)
    }
    let prefix = "sqlite://"
    guard url.hasPrefix(prefix + "/"), !url.utf8.contains(0) else {
      throw .broken(
        "open storage: the location is neither of the form sqlite:///path nor postgresql://…")
    }
    return SQLiteStorage(path: String(url.dropFirst(prefix.count)))
  }
}
