/// Which ride logs were taken in; `docs/database.md` explains it.
enum RideImportSchema {
  static let imports: StaticString = """
    CREATE TABLE ride_imports (
      sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
      board_id TEXT NOT NULL CHECK (length(board_id) BETWEEN 0 AND 128),
      imported_at_ms INTEGER NOT NULL,
      minutes INTEGER NOT NULL CHECK (minutes >= 0),
      PRIMARY KEY (sha256, board_id)
    ) STRICT, WITHOUT ROWID;
    """
}
