/// Which flight is how far on its way to which service; `docs/database.md` explains it.
enum UploadSchema {
  static let uploads: StaticString = """
    CREATE TABLE flight_uploads (
      flight_id TEXT NOT NULL CHECK (length(flight_id) = 64),
      service TEXT NOT NULL CHECK (length(service) BETWEEN 1 AND 64),
      stage TEXT NOT NULL CHECK (stage IN
        ('waiting', 'sending', 'unsure', 'known', 'placed', 'done', 'needs-input', 'refused')),
      server_id TEXT,
      detail TEXT,
      added_at_ms INTEGER NOT NULL,
      PRIMARY KEY (flight_id, service)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX open_flight_uploads ON flight_uploads (added_at_ms)
      WHERE stage NOT IN ('done', 'refused');
    """
}
