/// The tables that the first release begins with; `docs/database.md` explains every column. Units
/// stand in the names, or are those of the wire contract's column of the same name.
enum FirstSchema {
  /// Who this file is, how far its counters went, which boots wrote to it.
  static let bookkeeping: StaticString = """
    CREATE TABLE store_identity (
      id INTEGER PRIMARY KEY CHECK (id = 0),
      instance_id TEXT NOT NULL CHECK (length(instance_id) = 32),
      created_at_ms INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE sync_sequences (
      name TEXT NOT NULL PRIMARY KEY,
      last_value INTEGER NOT NULL CHECK (last_value >= 0)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO sync_sequences (name, last_value) VALUES
      ('boards', 0), ('telemetry_minute_buckets', 0), ('flights', 0), ('recording_batch', 0);

    CREATE TABLE sync_actions (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      type TEXT NOT NULL CHECK (type = 'delete'),
      target TEXT NOT NULL CHECK (length(target) BETWEEN 1 AND 128),
      board_id TEXT CHECK (length(board_id) BETWEEN 1 AND 128),
      key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 128),
      deleted_at INTEGER NOT NULL CHECK (deleted_at BETWEEN 0 AND 9007199254740991)
    ) STRICT;

    CREATE TABLE boot (
      boot_key INTEGER PRIMARY KEY,
      boot_id TEXT NOT NULL UNIQUE,
      first_seen_at_ms INTEGER NOT NULL
    ) STRICT;
    """

  /// Boards and the recordings made with them.
  static let recordings: StaticString = """
    CREATE TABLE boards (
      board_key INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 0 AND 128 AND (id <> '' OR board_key = 0)),
      name TEXT NOT NULL,
      ble_id TEXT,
      transport TEXT,
      created_at INTEGER NOT NULL CHECK (created_at BETWEEN 0 AND 9007199254740991),
      updated_at INTEGER NOT NULL CHECK (updated_at BETWEEN 0 AND 9007199254740991),
      deleted_at INTEGER CHECK (deleted_at BETWEEN 0 AND 9007199254740991),
      sync_seq INTEGER NOT NULL,
      origin TEXT NOT NULL CHECK (origin IN ('unknown', 'configured', 'box', 'met'))
    ) STRICT;
    INSERT INTO boards (board_key, id, name, created_at, updated_at, sync_seq, origin)
      VALUES (0, '', '', 0, 0, 0, 'unknown');
    CREATE INDEX boards_by_sync_seq ON boards (sync_seq);

    CREATE TABLE recording (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      kind TEXT NOT NULL CHECK (kind IN ('flight', 'ride')),
      board_key INTEGER NOT NULL REFERENCES boards (board_key),
      boot_key INTEGER NOT NULL REFERENCES boot (boot_key),
      started_at_ms INTEGER NOT NULL,
      last_fix_at_ms INTEGER NOT NULL,
      is_airborne INTEGER NOT NULL CHECK (is_airborne IN (0, 1)),
      takeoff_at_ms INTEGER,
      landing_at_ms INTEGER,
      ground_altitude_cm INTEGER,
      end_reason TEXT CHECK (end_reason IN ('stopped', 'landed', 'interrupted', 'discarded')),
      igc_id TEXT CHECK (length(igc_id) = 64),
      pilot TEXT NOT NULL,
      crew TEXT NOT NULL,
      glider_type TEXT NOT NULL,
      registration TEXT NOT NULL,
      competition_id TEXT NOT NULL,
      competition_class TEXT NOT NULL
    ) STRICT;
    CREATE INDEX recording_unfinished ON recording (id) WHERE end_reason IS NULL;
    CREATE INDEX recording_without_igc ON recording (id)
      WHERE end_reason <> 'discarded' AND igc_id IS NULL;

    CREATE TABLE recording_segment (
      segment_id INTEGER PRIMARY KEY,
      recording_id INTEGER REFERENCES recording (id),
      boot_key INTEGER NOT NULL REFERENCES boot (boot_key),
      first_fix_id INTEGER NOT NULL,
      first_frame_id INTEGER NOT NULL,
      base_ms INTEGER
    ) STRICT;
    CREATE INDEX recording_segment_by_recording ON recording_segment (recording_id);

    CREATE VIEW recording_entry AS
      SELECT r.id, r.kind, b.id AS board_id, o.boot_id, r.started_at_ms, r.pilot, r.crew,
        r.glider_type, r.registration, r.competition_id, r.competition_class, r.last_fix_at_ms,
        r.is_airborne, r.takeoff_at_ms, r.landing_at_ms, r.ground_altitude_cm, r.end_reason,
        r.igc_id
      FROM recording AS r JOIN boards AS b USING (board_key) JOIN boot AS o USING (boot_key);
    """

  /// Fixes: packed for 46 bytes a row; the view `fix` is the readable form.
  static let fixes: StaticString = """
    CREATE TABLE fix_record (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      offset_ms INTEGER NOT NULL,
      latitude_e7 INTEGER NOT NULL,
      longitude_e7 INTEGER NOT NULL,
      gnss_altitude_cm INTEGER,
      pressure_altitude_cm INTEGER,
      ground_speed_cm_s INTEGER,
      vario_cm_s INTEGER,
      bearing_centideg INTEGER,
      horizontal_error_dm INTEGER,
      vertical_error_dm INTEGER,
      solution INTEGER NOT NULL CHECK (solution > 0)
    ) STRICT;

    CREATE TABLE fix_extra (
      fix_id INTEGER PRIMARY KEY REFERENCES fix_record (id),
      heart_rate INTEGER,
      oxygen_saturation INTEGER,
      is_pilot_event INTEGER NOT NULL CHECK (is_pilot_event IN (0, 1))
    ) STRICT;

    CREATE VIEW fix AS
      SELECT f.id, s.recording_id, s.base_ms + f.offset_ms AS recorded_at_ms,
        f.solution & 3 AS mode, f.latitude_e7, f.longitude_e7, f.gnss_altitude_cm,
        f.pressure_altitude_cm, f.ground_speed_cm_s, f.vario_cm_s,
        (f.bearing_centideg + 36000) % 36000 AS bearing_centideg,
        f.horizontal_error_dm * 10 AS horizontal_error_cm,
        f.vertical_error_dm * 10 AS vertical_error_cm,
        CASE WHEN f.solution >= 4 THEN (f.solution >> 2) - 1 END AS satellites_used,
        x.heart_rate, x.oxygen_saturation, coalesce(x.is_pilot_event, 0) AS is_pilot_event
      FROM recording_segment AS s
      LEFT JOIN recording_segment AS n ON n.segment_id = s.segment_id + 1
      JOIN fix_record AS f
        ON f.id >= s.first_fix_id AND f.id < coalesce(n.first_fix_id, 9223372036854775807)
      LEFT JOIN fix_extra AS x ON x.fix_id = f.id;
    """

  /// Telemetry: frames, minute buckets, markers and diagnostic events.
  static let telemetry: StaticString = """
    CREATE TABLE telemetry_frames (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      board_key INTEGER NOT NULL REFERENCES boards (board_key),
      boot_key INTEGER NOT NULL REFERENCES boot (boot_key),
      captured_at_ms INTEGER CHECK (captured_at_ms BETWEEN 0 AND 9007199254740991),
      elapsed_realtime_ms INTEGER NOT NULL
        CHECK (elapsed_realtime_ms BETWEEN 0 AND 9007199254740991),
      can_id INTEGER,
      flags INTEGER NOT NULL CHECK (flags BETWEEN 0 AND 2147483647),
      changed_mask1 INTEGER NOT NULL CHECK (changed_mask1 BETWEEN 0 AND 2147483647),
      changed_mask2 INTEGER NOT NULL CHECK (changed_mask2 BETWEEN 0 AND 2147483647),
      speed_centi_kmh INTEGER,
      battery_voltage_mv INTEGER,
      motor_current_ma INTEGER,
      battery_current_ma INTEGER,
      duty_permille INTEGER,
      pitch_centi_deg INTEGER,
      roll_centi_deg INTEGER,
      balance_pitch_centi_deg INTEGER,
      balance_current_ma INTEGER,
      erpm INTEGER,
      state INTEGER,
      switch_state INTEGER,
      adc1_milli INTEGER,
      adc2_milli INTEGER,
      odometer_cm INTEGER CHECK (abs(odometer_cm) <= 9007199254740991),
      temp_mosfet_deci_c INTEGER,
      temp_motor_deci_c INTEGER,
      fault_code INTEGER,
      latitude_e7 INTEGER,
      longitude_e7 INTEGER,
      gps_speed_centi_mps INTEGER,
      bearing_centi_deg INTEGER,
      accuracy_cm INTEGER,
      altitude_cm INTEGER,
      location_timestamp_ms INTEGER CHECK (location_timestamp_ms BETWEEN 0 AND 9007199254740991)
    ) STRICT;
    CREATE INDEX telemetry_frames_by_time ON telemetry_frames (captured_at_ms);
    CREATE INDEX telemetry_frames_by_board ON telemetry_frames (board_key, captured_at_ms);
    CREATE INDEX telemetry_frames_with_fault ON telemetry_frames (captured_at_ms)
      WHERE flags & 2 <> 0;
    CREATE INDEX telemetry_frames_without_time ON telemetry_frames (boot_key)
      WHERE captured_at_ms IS NULL;

    CREATE VIEW frame AS
      SELECT t.id, b.id AS board_id, o.boot_id, t.captured_at_ms, t.elapsed_realtime_ms, t.can_id,
        t.flags, t.changed_mask1, t.changed_mask2, t.speed_centi_kmh, t.battery_voltage_mv,
        t.motor_current_ma, t.battery_current_ma, t.duty_permille, t.pitch_centi_deg,
        t.roll_centi_deg, t.balance_pitch_centi_deg, t.balance_current_ma, t.erpm, t.state,
        t.switch_state, t.adc1_milli, t.adc2_milli, t.odometer_cm, t.temp_mosfet_deci_c,
        t.temp_motor_deci_c, t.fault_code, t.latitude_e7, t.longitude_e7, t.gps_speed_centi_mps,
        t.bearing_centi_deg, t.accuracy_cm, t.altitude_cm, t.location_timestamp_ms
      FROM telemetry_frames AS t JOIN boards AS b USING (board_key) JOIN boot AS o USING (boot_key);

    CREATE TABLE telemetry_minute_buckets (
      bucket_start_ms INTEGER NOT NULL
        CHECK (bucket_start_ms BETWEEN 0 AND 9007199254740991 AND bucket_start_ms % 60000 = 0),
      board_key INTEGER NOT NULL REFERENCES boards (board_key),
      updated_at INTEGER NOT NULL CHECK (updated_at BETWEEN 0 AND 9007199254740991),
      sync_seq INTEGER NOT NULL,
      sample_count INTEGER NOT NULL CHECK (sample_count >= 0),
      first_sample_at_ms INTEGER NOT NULL
        CHECK (first_sample_at_ms BETWEEN 0 AND 9007199254740991),
      last_sample_at_ms INTEGER NOT NULL CHECK (last_sample_at_ms BETWEEN 0 AND 9007199254740991),
      sum_abs_speed_centi_kmh INTEGER NOT NULL,
      moving_speed_sample_count INTEGER CHECK (moving_speed_sample_count >= 0),
      sum_moving_abs_speed_centi_kmh INTEGER,
      max_abs_speed_centi_kmh INTEGER NOT NULL,
      min_battery_voltage_mv INTEGER,
      max_motor_current_abs_ma INTEGER NOT NULL,
      max_battery_current_abs_ma INTEGER NOT NULL,
      battery_used_wh_milli INTEGER NOT NULL,
      battery_regen_wh_milli INTEGER NOT NULL,
      max_duty_abs_permille INTEGER NOT NULL,
      fault_count INTEGER NOT NULL CHECK (fault_count >= 0),
      first_odometer_cm INTEGER,
      last_odometer_cm INTEGER,
      gps_point_count INTEGER NOT NULL CHECK (gps_point_count >= 0),
      precise_gps_point_count INTEGER NOT NULL CHECK (precise_gps_point_count >= 0),
      gps_distance_cm INTEGER NOT NULL,
      max_gps_speed_centi_mps INTEGER,
      max_temp_mosfet_deci_c INTEGER,
      max_temp_motor_deci_c INTEGER,
      first_latitude_e7 INTEGER,
      first_longitude_e7 INTEGER,
      first_moving_at_ms INTEGER CHECK (first_moving_at_ms BETWEEN 0 AND 9007199254740991),
      last_moving_at_ms INTEGER CHECK (last_moving_at_ms BETWEEN 0 AND 9007199254740991),
      PRIMARY KEY (bucket_start_ms, board_key)
    ) STRICT;
    CREATE INDEX telemetry_minute_buckets_by_sync_seq ON telemetry_minute_buckets (sync_seq);

    CREATE TABLE telemetry_markers (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      occurred_at_ms INTEGER NOT NULL CHECK (occurred_at_ms BETWEEN 0 AND 9007199254740991),
      elapsed_realtime_ms INTEGER NOT NULL
        CHECK (elapsed_realtime_ms BETWEEN 0 AND 9007199254740991),
      boot_key INTEGER NOT NULL REFERENCES boot (boot_key),
      type TEXT NOT NULL CHECK (length(type) BETWEEN 1 AND 128),
      board_id TEXT CHECK (length(board_id) <= 128),
      message TEXT,
      gap_ms INTEGER CHECK (gap_ms BETWEEN 0 AND 9007199254740991),
      recording_id INTEGER REFERENCES recording (id)
    ) STRICT;
    CREATE INDEX telemetry_markers_by_recording ON telemetry_markers (recording_id);

    CREATE TABLE diagnostic_events (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      occurred_at_ms INTEGER NOT NULL CHECK (occurred_at_ms BETWEEN 0 AND 9007199254740991),
      elapsed_realtime_ms INTEGER NOT NULL
        CHECK (elapsed_realtime_ms BETWEEN 0 AND 9007199254740991),
      boot_key INTEGER NOT NULL REFERENCES boot (boot_key),
      event_name TEXT NOT NULL CHECK (length(event_name) BETWEEN 1 AND 128),
      operation TEXT CHECK (length(operation) <= 128),
      phase TEXT CHECK (length(phase) <= 128),
      board_id TEXT CHECK (length(board_id) <= 128),
      message TEXT,
      properties_json TEXT NOT NULL
    ) STRICT;
    """

  /// The logbook's rows; the IGC text itself is a file.
  static let logbook: StaticString = """
    CREATE TABLE flights (
      id TEXT NOT NULL UNIQUE CHECK (length(id) = 64),
      recording_id INTEGER REFERENCES recording (id),
      filename TEXT NOT NULL,
      igc_bytes INTEGER NOT NULL CHECK (igc_bytes >= 0),
      imported_at INTEGER NOT NULL,
      pilot TEXT NOT NULL,
      passenger TEXT NOT NULL,
      glider_type TEXT NOT NULL,
      registration TEXT NOT NULL,
      competition_id TEXT NOT NULL,
      competition_class TEXT NOT NULL,
      first_fix_at_ms INTEGER NOT NULL,
      last_fix_at_ms INTEGER NOT NULL,
      fix_count INTEGER NOT NULL CHECK (fix_count >= 0),
      takeoff_at_ms INTEGER,
      landing_at_ms INTEGER,
      duration_s INTEGER NOT NULL,
      height_gained_m INTEGER NOT NULL,
      updated_at INTEGER NOT NULL CHECK (updated_at BETWEEN 0 AND 9007199254740991),
      deleted_at INTEGER CHECK (deleted_at BETWEEN 0 AND 9007199254740991),
      sync_seq INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX flights_by_first_fix ON flights (first_fix_at_ms);
    CREATE INDEX flights_by_sync_seq ON flights (sync_seq);
    CREATE INDEX flights_by_recording ON flights (recording_id) WHERE recording_id IS NOT NULL;
    """
}
