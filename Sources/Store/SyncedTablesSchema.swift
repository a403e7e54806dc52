/// The tables that the wire contract knows besides those of `FirstSchema`, and the columns that its
/// `flights` lacked; `docs/database.md` explains every column.
enum SyncedTablesSchema {
  /// Write counters, and how far time has come.
  static let counters: StaticString = """
    INSERT INTO sync_sequences (name, last_value) VALUES
      ('app_settings', 0), ('board_settings', 0), ('board_warnings', 0), ('alerts', 0),
      ('tune_profiles', 0), ('privacy_zones', 0), ('favorites', 0), ('tasks', 0),
      ('map_files', 0), ('homebases', 0), ('recent_competitions', 0), ('clock_floor', 0),
      ('deletion_floor', 0);
    """

  /// Settings of the account and of boards, and what the boards were warned of.
  static let settings: StaticString = """
    CREATE TABLE app_settings (
      key TEXT NOT NULL PRIMARY KEY CHECK (length(key) BETWEEN 1 AND 128),
      value_json TEXT NOT NULL,
      updated_at INTEGER NOT NULL CHECK (updated_at BETWEEN 0 AND 9007199254740991),
      sync_seq INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX app_settings_by_sync_seq ON app_settings (sync_seq);

    CREATE TABLE board_settings (
      board_id TEXT NOT NULL REFERENCES boards (id) CHECK (board_id <> ''),
      key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 128),
      value_json TEXT NOT NULL,
      updated_at INTEGER NOT NULL CHECK (updated_at BETWEEN 0 AND 9007199254740991),
      sync_seq INTEGER NOT NULL,
      PRIMARY KEY (board_id, key)
    ) STRICT;
    CREATE INDEX board_settings_by_sync_seq ON board_settings (sync_seq);

    CREATE TABLE board_warnings (
      board_id TEXT NOT NULL REFERENCES boards (id) CHECK (board_id <> ''),
      kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 128),
      severity TEXT NOT NULL CHECK (severity IN ('warn', 'critical')),
      first_detected_at INTEGER NOT NULL
        CHECK (first_detected_at BETWEEN 0 AND 9007199254740991),
      last_detected_at INTEGER NOT NULL CHECK (last_detected_at BETWEEN 0 AND 9007199254740991),
      payload_json TEXT NOT NULL,
      updated_at INTEGER NOT NULL CHECK (updated_at BETWEEN 0 AND 9007199254740991),
      sync_seq INTEGER NOT NULL,
      PRIMARY KEY (board_id, kind)
    ) STRICT;
    CREATE INDEX board_warnings_by_sync_seq ON board_warnings (sync_seq);
    """

  /// What belongs to a board or to a place.
  static let configuration: StaticString = """
    CREATE TABLE alerts (
      board_id TEXT NOT NULL REFERENCES boards (id) CHECK (board_id <> ''),
      id TEXT NOT NULL CHECK (length(id) BETWEEN 1 AND 128),
      control_id TEXT NOT NULL CHECK (length(control_id) BETWEEN 1 AND 128),
      threshold REAL NOT NULL,
      threshold_max REAL,
      enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
      sound_type TEXT NOT NULL,
      source TEXT CHECK (source IN ('manual', 'preset')),
      created_at INTEGER NOT NULL CHECK (created_at BETWEEN 0 AND 9007199254740991),
      updated_at INTEGER NOT NULL CHECK (updated_at BETWEEN 0 AND 9007199254740991),
      repeat_every_seconds INTEGER CHECK (repeat_every_seconds >= 0),
      beep_count INTEGER NOT NULL CHECK (beep_count >= 0),
      sync_seq INTEGER NOT NULL,
      PRIMARY KEY (board_id, id)
    ) STRICT;
    CREATE INDEX alerts_by_sync_seq ON alerts (sync_seq);

    CREATE TABLE tune_profiles (
      id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 128),
      board_id TEXT NOT NULL REFERENCES boards (id) CHECK (board_id <> ''),
      refloat_base_version TEXT NOT NULL CHECK (length(refloat_base_version) <= 128),
      name TEXT NOT NULL,
      icon TEXT NOT NULL,
      color TEXT NOT NULL,
      fields_json TEXT NOT NULL,
      created_at INTEGER NOT NULL CHECK (created_at BETWEEN 0 AND 9007199254740991),
      updated_at INTEGER NOT NULL CHECK (updated_at BETWEEN 0 AND 9007199254740991),
      sync_seq INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX tune_profiles_by_sync_seq ON tune_profiles (sync_seq);
    CREATE INDEX tune_profiles_by_board ON tune_profiles (board_id);

    CREATE TABLE tune_history_entries (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      profile_id TEXT NOT NULL REFERENCES tune_profiles (id),
      fields_json TEXT NOT NULL,
      created_at INTEGER NOT NULL CHECK (created_at BETWEEN 0 AND 9007199254740991),
      UNIQUE (profile_id, created_at)
    ) STRICT;

    CREATE TABLE privacy_zones (
      id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 128),
      preset TEXT NOT NULL,
      name TEXT NOT NULL,
      enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
      center_latitude_e7 INTEGER NOT NULL,
      center_longitude_e7 INTEGER NOT NULL,
      radius_meters INTEGER NOT NULL CHECK (radius_meters > 0),
      created_at INTEGER NOT NULL CHECK (created_at BETWEEN 0 AND 9007199254740991),
      updated_at INTEGER NOT NULL CHECK (updated_at BETWEEN 0 AND 9007199254740991),
      sync_seq INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX privacy_zones_by_sync_seq ON privacy_zones (sync_seq);
    """

  /// What belongs to rides.
  static let rides: StaticString = """
    CREATE TABLE metric_exclusion_ranges (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      board_id TEXT NOT NULL REFERENCES boards (id),
      reason TEXT NOT NULL CHECK (reason IN ('low_speed', 'free_spin')),
      start_ms INTEGER NOT NULL CHECK (start_ms BETWEEN 0 AND 9007199254740991),
      end_ms INTEGER NOT NULL CHECK (end_ms BETWEEN start_ms AND 9007199254740991),
      sample_count INTEGER NOT NULL CHECK (sample_count BETWEEN 0 AND 2147483647)
    ) STRICT;
    CREATE INDEX metric_exclusion_ranges_by_time
      ON metric_exclusion_ranges (board_id, reason, end_ms);

    CREATE TABLE favorites (
      id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 128),
      board_id TEXT REFERENCES boards (id) CHECK (board_id <> ''),
      name TEXT,
      start_ms INTEGER NOT NULL CHECK (start_ms BETWEEN 0 AND 9007199254740991),
      end_ms INTEGER NOT NULL CHECK (end_ms BETWEEN 0 AND 9007199254740991),
      created_at INTEGER NOT NULL CHECK (created_at BETWEEN 0 AND 9007199254740991),
      updated_at INTEGER NOT NULL CHECK (updated_at BETWEEN 0 AND 9007199254740991),
      sample_count INTEGER NOT NULL CHECK (sample_count >= 0),
      gps_point_count INTEGER NOT NULL CHECK (gps_point_count >= 0),
      distance_cm INTEGER,
      moving_duration_ms INTEGER NOT NULL
        CHECK (moving_duration_ms BETWEEN 0 AND 9007199254740991),
      avg_speed_centi_kmh INTEGER NOT NULL,
      max_speed_centi_kmh INTEGER NOT NULL,
      battery_used_wh_milli INTEGER NOT NULL,
      sync_seq INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX favorites_by_sync_seq ON favorites (sync_seq);
    """

  /// The logbook's other tables.
  static let logbook: StaticString = """
    CREATE TABLE tasks (
      id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 128),
      name TEXT NOT NULL,
      format_version INTEGER NOT NULL CHECK (format_version >= 0),
      imported_at INTEGER NOT NULL CHECK (imported_at BETWEEN 0 AND 9007199254740991),
      distance_m INTEGER CHECK (distance_m >= 0),
      minimum_time_s INTEGER CHECK (minimum_time_s >= 0),
      turnpoints_json TEXT NOT NULL,
      external_name TEXT,
      external_url TEXT,
      external_version TEXT,
      notes TEXT,
      inactive_airspace_json TEXT,
      start_country TEXT,
      updated_at INTEGER NOT NULL CHECK (updated_at BETWEEN 0 AND 9007199254740991),
      sync_seq INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX tasks_by_sync_seq ON tasks (sync_seq);
    CREATE INDEX tasks_by_external_url ON tasks (external_url) WHERE external_url IS NOT NULL;

    CREATE TABLE map_files (
      id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 64),
      filename TEXT NOT NULL,
      type TEXT NOT NULL CHECK (type IN ('waypoints', 'airspace')),
      source TEXT NOT NULL CHECK (source IN ('user', 'xcsoar', 'openaip')),
      imported_at INTEGER NOT NULL CHECK (imported_at BETWEEN 0 AND 9007199254740991),
      item_count INTEGER NOT NULL CHECK (item_count >= 0),
      is_visible INTEGER NOT NULL CHECK (is_visible IN (0, 1)),
      content_updated_at INTEGER CHECK (content_updated_at BETWEEN 0 AND 9007199254740991),
      area TEXT,
      content_hash TEXT CHECK (length(content_hash) = 64),
      content_bytes INTEGER CHECK (content_bytes >= 0),
      updated_at INTEGER NOT NULL CHECK (updated_at BETWEEN 0 AND 9007199254740991),
      sync_seq INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX map_files_by_sync_seq ON map_files (sync_seq);

    CREATE TABLE homebases (
      id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 128),
      name TEXT NOT NULL,
      latitude_e7 INTEGER NOT NULL,
      longitude_e7 INTEGER NOT NULL,
      updated_at INTEGER NOT NULL CHECK (updated_at BETWEEN 0 AND 9007199254740991),
      sync_seq INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX homebases_by_sync_seq ON homebases (sync_seq);

    CREATE TABLE recent_competitions (
      id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 128),
      name TEXT NOT NULL,
      location TEXT,
      country TEXT,
      start_date TEXT,
      end_date TEXT,
      last_opened_at INTEGER NOT NULL CHECK (last_opened_at BETWEEN 0 AND 9007199254740991),
      updated_at INTEGER NOT NULL CHECK (updated_at BETWEEN 0 AND 9007199254740991),
      sync_seq INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX recent_competitions_by_sync_seq ON recent_competitions (sync_seq);
    """

  /// What a flight can have beyond its file; every flight so far was recorded on this box.
  static let flights: StaticString = """
    ALTER TABLE flights ADD COLUMN in_logbook INTEGER NOT NULL DEFAULT 1
      CHECK (in_logbook IN (0, 1));
    ALTER TABLE flights ADD COLUMN last_opened_at INTEGER
      CHECK (last_opened_at BETWEEN 0 AND 9007199254740991);
    ALTER TABLE flights ADD COLUMN comments TEXT NOT NULL DEFAULT '';
    ALTER TABLE flights ADD COLUMN water_ballast_l INTEGER CHECK (water_ballast_l >= 0);
    ALTER TABLE flights ADD COLUMN is_read INTEGER NOT NULL DEFAULT 0 CHECK (is_read IN (0, 1));
    ALTER TABLE flights ADD COLUMN is_favorite INTEGER NOT NULL DEFAULT 0
      CHECK (is_favorite IN (0, 1));
    ALTER TABLE flights ADD COLUMN is_contest INTEGER NOT NULL DEFAULT 0
      CHECK (is_contest IN (0, 1));
    ALTER TABLE flights ADD COLUMN is_field_landing INTEGER NOT NULL DEFAULT 0
      CHECK (is_field_landing IN (0, 1));
    ALTER TABLE flights ADD COLUMN fields_updated_at INTEGER NOT NULL DEFAULT 0
      CHECK (fields_updated_at BETWEEN 0 AND 9007199254740991);
    ALTER TABLE flights ADD COLUMN analysis_version INTEGER NOT NULL DEFAULT 0
      CHECK (analysis_version >= 0);
    ALTER TABLE flights ADD COLUMN takeoff_code TEXT;
    ALTER TABLE flights ADD COLUMN takeoff_name TEXT;
    ALTER TABLE flights ADD COLUMN takeoff_country TEXT;
    ALTER TABLE flights ADD COLUMN is_task_completed INTEGER CHECK (is_task_completed IN (0, 1));
    ALTER TABLE flights ADD COLUMN declared_distance_m INTEGER CHECK (declared_distance_m >= 0);
    ALTER TABLE flights ADD COLUMN completed_distance_m INTEGER
      CHECK (completed_distance_m >= 0);
    ALTER TABLE flights ADD COLUMN task_speed_centi_kmh INTEGER;
    ALTER TABLE flights ADD COLUMN optimised_distance_m INTEGER
      CHECK (optimised_distance_m >= 0);
    ALTER TABLE flights ADD COLUMN optimised_speed_centi_kmh INTEGER;
    ALTER TABLE flights ADD COLUMN best_two_hour_speed_centi_kmh INTEGER;
    ALTER TABLE flights ADD COLUMN average_cruise_speed_centi_kmh INTEGER;
    ALTER TABLE flights ADD COLUMN best_thermal_climb_cm_s INTEGER;
    ALTER TABLE flights ADD COLUMN right_thermal_count INTEGER CHECK (right_thermal_count >= 0);
    ALTER TABLE flights ADD COLUMN left_thermal_count INTEGER CHECK (left_thermal_count >= 0);
    ALTER TABLE flights ADD COLUMN summary_updated_at INTEGER NOT NULL DEFAULT 0
      CHECK (summary_updated_at BETWEEN 0 AND 9007199254740991);
    ALTER TABLE flights ADD COLUMN is_recorded_here INTEGER NOT NULL DEFAULT 1
      CHECK (is_recorded_here IN (0, 1));
    ALTER TABLE flights ADD COLUMN is_takeoff_processed INTEGER NOT NULL DEFAULT 0
      CHECK (is_takeoff_processed IN (0, 1));
    UPDATE flights SET summary_updated_at = updated_at,
      duration_s = min(max(duration_s, 0), 2147483647);
    """
}
