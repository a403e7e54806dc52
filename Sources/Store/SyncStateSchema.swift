/// What uploads remember, and which rows retention has taken; `docs/database.md` explains it. The
/// accepted cursors stand in `sync_sequences` under names of their own.
enum SyncStateSchema {
  /// The account that this database belongs to, what the server has said, and which blobs it has.
  static let standing: StaticString = """
    CREATE TABLE sync_binding (
      id INTEGER PRIMARY KEY CHECK (id = 0),
      account_id TEXT NOT NULL CHECK (length(account_id) > 0),
      origin TEXT NOT NULL CHECK (length(origin) > 0),
      bound_at INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE sync_dialects (
      origin TEXT NOT NULL PRIMARY KEY,
      dialect TEXT NOT NULL CHECK (dialect IN ('strict', 'extended'))
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE sync_pause (
      id INTEGER PRIMARY KEY CHECK (id = 0),
      reason TEXT NOT NULL,
      table_name TEXT,
      cursor INTEGER,
      field TEXT,
      status INTEGER,
      slug TEXT,
      version TEXT NOT NULL
    ) STRICT;

    CREATE TABLE sync_blobs (
      kind TEXT NOT NULL CHECK (kind IN ('igc', 'file')),
      id TEXT NOT NULL CHECK (length(id) = 64),
      PRIMARY KEY (kind, id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE sync_state (
      id INTEGER PRIMARY KEY CHECK (id = 0),
      limit_bytes INTEGER,
      limit_rows INTEGER,
      last_success_at_ms INTEGER,
      start_token TEXT,
      previous_start_token TEXT
    ) STRICT;
    INSERT INTO sync_state (id) VALUES (0);
    """

  /// Rows that retention has removed, as ranges that do not touch, so that a hole is not taken for
  /// damage; and which recordings still have fixes that may go.
  static let retention: StaticString = """
    CREATE TABLE pruned_rows (
      table_name TEXT NOT NULL CHECK (table_name IN ('fix_record', 'telemetry_frames')),
      first_id INTEGER NOT NULL,
      last_id INTEGER NOT NULL CHECK (last_id >= first_id),
      PRIMARY KEY (table_name, first_id)
    ) STRICT, WITHOUT ROWID;

    ALTER TABLE recording ADD COLUMN are_fixes_pruned INTEGER NOT NULL DEFAULT 0
      CHECK (are_fixes_pruned IN (0, 1));
    CREATE INDEX recording_with_fixes ON recording (id)
      WHERE igc_id IS NOT NULL AND are_fixes_pruned = 0;
    """
}
