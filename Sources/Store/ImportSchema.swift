/// What was taken in, and what of the logbook's analysis is to be done; `docs/database.md` explains it.
enum ImportSchema {
  static let files: StaticString = """
    CREATE TABLE known_files (
      sha256 TEXT NOT NULL PRIMARY KEY CHECK (length(sha256) = 64),
      kind TEXT NOT NULL
        CHECK (kind IN ('flight', 'map-file', 'tasks', 'archive', 'discarded')),
      subject TEXT NOT NULL,
      noted_at_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE deleted_flights (
      id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 64),
      deleted_at_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  static let analysis: StaticString = """
    ALTER TABLE flights ADD COLUMN analysis_tried_version INTEGER NOT NULL DEFAULT 0
      CHECK (analysis_tried_version >= 0);
    ALTER TABLE flights ADD COLUMN analysis_tries INTEGER NOT NULL DEFAULT 0
      CHECK (analysis_tries >= 0);
    CREATE INDEX flights_by_analysis ON flights (analysis_version);
    """
}
