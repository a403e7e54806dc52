#!/usr/bin/env python3
"""Makes the logs of this folder from rides of the VESC simulator, each time the same bytes, with the
samples that must come out (`expected.csv`, columns of the wire contract) beside each. Nothing is
taken from anybody's ride."""

import base64
import json
import math
import pathlib
import sqlite3
import sys
import zipfile

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE / "../../Tests/Simulators"))
from vesc_controller import Board  # noqa: E402
from vesc_frames import frame  # noqa: E402
from vesc_ride import Ride  # noqa: E402

COLUMNS = (
    "capturedAtMs elapsedRealtimeMs canId speedCentiKmh batteryVoltageMv motorCurrentMa batteryCurrentMa "
    "dutyPermille pitchCentiDeg rollCentiDeg balancePitchCentiDeg balanceCurrentMa erpm state switchState "
    "adc1Milli adc2Milli odometerCm tempMosfetDeciC tempMotorDeciC faultCode latitudeE7 longitudeE7 "
    "gpsSpeedCentiMps bearingCentiDeg accuracyCm altitudeCm locationTimestampMs"
).split()
TOOL = (
    "ms_today;input_voltage;temp_mos_max;temp_mos_1;temp_mos_2;temp_mos_3;temp_motor;current_motor;"
    "current_in;d_axis_current;q_axis_current;erpm;duty_cycle;amp_hours_used;amp_hours_charged;"
    "watt_hours_used;watt_hours_charged;tachometer;tachometer_abs;encoder_position;fault_code;vesc_id;"
    "d_axis_voltage;q_axis_voltage;ms_today_setup;amp_hours_setup;amp_hours_charged_setup;watt_hours_setup;"
    "watt_hours_charged_setup;battery_level;battery_wh_tot;current_in_setup;current_motor_setup;"
    "speed_meters_per_sec;tacho_meters;tacho_abs_meters;num_vescs;ms_today_imu;roll;pitch;yaw;accX;accY;accZ;"
    "gyroX;gyroY;gyroZ;gnss_posTime;gnss_lat;gnss_lon;gnss_alt;gnss_gVel;gnss_vVel;gnss_hAcc;gnss_vAcc"
).split(";")
DAY = 86_400_000
BEGIN = 1_783_209_592_000  # 2026-07-04T23:59:52Z


def rounded(value):
    """Half away from zero, as the readers do."""
    return math.floor(abs(value) + 0.5) * (1 if value >= 0 else -1)


def row(at, elapsed, **known):
    names = {name: "" for name in COLUMNS}
    names.update(capturedAtMs=at, elapsedRealtimeMs=elapsed, **known)
    return names


def write_expected(folder, rows):
    lines = [",".join(COLUMNS)] + [",".join(str(item[name]) for name in COLUMNS) for item in rows]
    (folder / "expected.csv").write_text("\n".join(lines) + "\n")


def place(now):
    """A fix that moves north; 0/0 until the way is 10 m."""
    if now["ground"] < 10:
        return None
    return round(47 + now["ground"] / 111_319.49, 7), 8.0


def vesc_tool():
    """Local time two hours ahead of UTC: the day wraps at 22:00 UTC, here 8 s into the log."""
    folder = HERE / "vesc-tool"
    folder.mkdir(exist_ok=True)
    ride, lines, expected, last = Ride("short", motors=2), [";".join(TOOL) + ";"], [], None
    begin = BEGIN - 7_200_000
    fix = None
    for tick in range(0, 601):
        t = tick / 10
        if 30 <= t < 38:
            continue  # nothing was logged
        now, at = ride.at(t), begin + tick * 100
        local = (at + 7_200_000) % DAY
        v = {
            "ms_today": local, "input_voltage": f"{now['volts']:.1f}", "temp_mos_max": f"{now['fet']:.1f}",
            "temp_motor": "-273.2", "current_motor": f"{now['current'] * 0.55:.2f}", "current_in": f"{now['amperes'] * 0.55:.2f}",
            "erpm": int(now["erpm"]), "duty_cycle": f"{now['duty']:.3f}", "fault_code": now["fault"], "vesc_id": 7,
            "current_in_setup": f"{now['amperes']:.2f}", "current_motor_setup": f"{now['current']:.2f}",
            "speed_meters_per_sec": f"{now['speed']:.3f}", "tacho_abs_meters": f"{now['distance']:.3f}", "num_vescs": 2,
            "roll": "nan", "pitch": "0.125",
        }  # fmt: skip
        where = place(now)
        if where and tick % 10 == 0:
            fix = (where, at)
        v |= {"gnss_posTime": -1, "gnss_lat": "0.00000000", "gnss_lon": "0.00000000"}
        if fix:
            v |= {"gnss_posTime": fix[1] % DAY, "gnss_lat": f"{fix[0][0]:.8f}", "gnss_lon": f"{fix[0][1]:.8f}"}
            v |= {"gnss_alt": "420.5", "gnss_gVel": "1.25", "gnss_hAcc": "3"}
        lines.append(";".join(str(v.get(name, 0)) for name in TOOL) + ";")
        known = dict(
            canId=7, speedCentiKmh=rounded(float(v["speed_meters_per_sec"]) * 3.6 * 100),
            batteryVoltageMv=rounded(float(v["input_voltage"]) * 1000),
            motorCurrentMa=rounded(float(v["current_motor_setup"]) * 1000),
            batteryCurrentMa=rounded(float(v["current_in_setup"]) * 1000),
            dutyPermille=rounded(float(v["duty_cycle"]) * 1000), pitchCentiDeg=716, erpm=v["erpm"],
            odometerCm=rounded(float(v["tacho_abs_meters"]) * 100),
            tempMosfetDeciC=rounded(float(v["temp_mos_max"]) * 10), faultCode=v["fault_code"],
        )  # fmt: skip
        if fix:
            known |= dict(latitudeE7=round(fix[0][0] * 1e7), longitudeE7=80_000_000, gpsSpeedCentiMps=125, accuracyCm=300)
            known |= dict(altitudeCm=42050, locationTimestampMs=fix[1])
        expected.append(row(at, tick * 100, **known))
        if tick in (100, 200):
            lines.append("1;2;3" if tick == 100 else lines[-1].replace(f";{v['erpm']};", ";x;", 1))
    (folder / "2026-07-04_23-59-52.csv").write_text("\n".join(lines) + "\n")
    write_expected(folder, expected)


def vesc_express():
    folder = HERE / "vesc-express"
    folder.mkdir(exist_ok=True)
    ride, expected = Ride("short"), []
    names = ["Input Voltage:Input Voltage:V:2:0:0", "Current:Current:A:2:0:0", "Current In:Current In:A:2:0:0"]
    names += ["Duty:Duty::2:0:0", "kmh_vesc:Speed VESC:km/h:2:0:0", "Temp Fet:Temp Fet:degC:1:0:0", "fault:fault::2:0:0"]
    names += ["trip_vesc_abs:trip_vesc_abs:m:2:0:0", "pitch:pitch::2:0:0", "secret:Something:x:2:0:0", "t_day:Time:s:3:0:1"]
    names += ["t_day_pos:Time GNSS:s:3:0:1", "gnss_lat:Latitude:deg:7:0:0", "gnss_lon:Longitude:deg:7:0:0"]
    names += ["gnss_alt:Altitude:m:2:0:0", "gnss_h_acc:H. Accuracy GNSS:m:2:0:0", "gnss_h_vel:H. Speed GNSS:km/h:2:0:0"]
    lines, held, fix = [";".join(names)], {}, None
    for tick in range(0, 601):
        t = tick / 10
        now, at = ride.at(t), BEGIN + tick * 100
        where = place(now)
        v = [f"{now['volts']:.2f}", f"{now['current']:.2f}", f"{now['amperes']:.2f}", f"{now['duty']:.2f}"]
        v += [f"{now['speed'] * 3.6:.2f}", f"{now['fet']:.1f}" if tick % 5 == 0 else "", f"{now['fault']:.2f}"]
        v += [f"{now['distance']:.2f}", "0.50" if t < 5 else "", "1", f"{(at % DAY) / 1000:.3f}"]
        if where and tick % 10 == 0:
            fix = (where, at)
            v += [f"{(at % DAY) / 1000:.3f}", f"{where[0]:.8f}", f"{where[1]:.8f}", "420.50", "3.20", "18.00"]
        else:
            v += [""] * 6
        lines.append(";".join(v))
        if v[5]:
            held["tempMosfetDeciC"] = rounded(float(v[5]) * 10)
        known = dict(
            held, batteryVoltageMv=rounded(float(v[0]) * 1000), motorCurrentMa=rounded(float(v[1]) * 1000),
            batteryCurrentMa=rounded(float(v[2]) * 1000), dutyPermille=rounded(float(v[3]) * 1000),
            speedCentiKmh=rounded(float(v[4]) * 100), faultCode=now["fault"], odometerCm=rounded(float(v[7]) * 100),
        )  # fmt: skip
        if t < 10:
            known["pitchCentiDeg"] = 2865  # 0.5 rad; nothing new for 5 s makes it unknown
        if fix and at - fix[1] <= 5000:
            known |= dict(latitudeE7=round(fix[0][0] * 1e7), longitudeE7=80_000_000, gpsSpeedCentiMps=500, accuracyCm=320)
            known |= dict(altitudeCm=42050, locationTimestampMs=fix[1])
        expected.append(row(at, tick * 100, **known))
    (folder / "26-07-04 23-59-52.csv").write_text("\n".join(lines) + "\n")
    write_expected(folder, expected)


def float_control():
    folder = HERE / "float-control"
    folder.mkdir(exist_ok=True)
    ride, expected = Ride("short"), []
    lines = [
        "Time(s),State,Distance(mi),Speed(mph),Duty%,Voltage,I-Battery,I-Motor,I-FldWeak,Requested Amps,Pitch,Roll,"
        "Setpoint,SP-ATR,SP-Carve,T-Mosfet,T-Mot,ADC1,ADC2,Motor-Fault,Ah,Ah Charged,Wh,Wh Charged,ERPM,Altitude(ft),"
        "State(num),True Pitch,SP-TrqTlt,SP-BrkTlt,SP-Remote,T-Batt,I-Booster,GPS-Lat,GPS-Long,GPS-Accuracy"
    ]
    for tick in range(0, 301):
        t = tick / 5
        now, at = ride.at(t), BEGIN + tick * 200
        where = place(now) or (0, 0)
        v = [f"{t:.2f}", "RIDING", f"{now['distance'] / 1609.344:.4f}", f"{now['speed'] * 3.6 / 1.609344:.1f}"]
        v += [f"{now['duty'] * 100:.0f}%", f"{now['volts']:.1f}", f"{now['amperes']:.1f}", f"{now['current']:.1f}", "0.0", "8.1"]
        v += ["-0.100", "3.400", "0", "0", "0", f"{now['fet']:.1f}", f"{now['motor']:.1f}", "3.04", "3.06", str(now["fault"])]
        v += ["0", "0", "0.14", "0.02", f"{now['erpm']:.0f}", "1000", "1", "-0.25", "0", "0", "0", "0", "0"]
        v += [f"{where[0]:.6f}", f"{where[1]:.6f}", "9"]
        lines.append(",".join(v))
        known = dict(
            odometerCm=rounded(float(v[2]) * 1609.344 * 100), speedCentiKmh=rounded(float(v[3]) * 1.609344 * 100),
            dutyPermille=rounded(int(v[4][:-1]) * 0.01 * 1000), batteryVoltageMv=rounded(float(v[5]) * 1000),
            batteryCurrentMa=rounded(float(v[6]) * 1000), motorCurrentMa=rounded(float(v[7]) * 1000), balanceCurrentMa=8100,
            balancePitchCentiDeg=-10, rollCentiDeg=340, pitchCentiDeg=-25, tempMosfetDeciC=rounded(float(v[15]) * 10),
            tempMotorDeciC=rounded(float(v[16]) * 10), adc1Milli=3040, adc2Milli=3060, faultCode=now["fault"],
            erpm=int(v[24]), state=1,
        )  # fmt: skip
        if where != (0, 0):
            known |= dict(latitudeE7=round(float(v[33]) * 1e7), longitudeE7=80_000_000, accuracyCm=900, altitudeCm=30480)
            same = expected and expected[-1]["latitudeE7"] == known["latitudeE7"]
            known["locationTimestampMs"] = expected[-1]["locationTimestampMs"] if same else at
        expected.append(row(at, tick * 200, **known))
    lines.append("Upgrade to get the rest of this ride")
    (folder / "ride 2026-07-04 23.59.52.csv").write_bytes(b"\xef\xbb\xbf" + "\r\n".join(lines).encode() + b"\r\n")
    write_expected(folder, expected)


def debug_recording():
    """ALLDATA, mode 2, through chunks of 20 bytes; what is asked and what the phone does lies between."""
    folder = HERE / "debug-recording"
    folder.mkdir(exist_ok=True)
    ride, expected, lines = Ride("short"), [], []
    board = Board(ride)
    fix = None

    def line(t, kind, **fields):
        lines.append(json.dumps(dict(t=t, kind=kind, **fields), separators=(",", ":")))

    line(0, "meta", version=1, deviceName="Wheel \u00e9", deviceId="C8:DF:84:00:00:01", pollIntervalMs=200, startedAt=BEGIN)
    line(0, "session-state", status="recording-started", extra={"a": [1, None, {"b": "}"}]})
    line(40, "session-state", status="connected")
    for tick in range(1, 300):
        t = tick * 200
        now = ride.at(t / 1000)
        line(t - 45, "ble-chunk", direction="tx", base64=base64.b64encode(frame(bytes.fromhex("24650a02"))).decode())
        packet = frame(board.answer(bytes.fromhex("24650a02"), t / 1000))
        for at in range(0, len(packet), 20):
            line(t, "ble-chunk", direction="rx", base64=base64.b64encode(packet[at : at + 20]).decode())
        where = place(now)
        if where and tick % 5 == 0:
            line(t, "location", latitude=where[0], longitude=where[1], speedMps=1.5, bearingDeg=0.25, accuracyM=4.0,
                 altitudeM=420.5, timestamp=BEGIN + t - 30)  # fmt: skip
        if tick == 150:
            line(t, "phone-heading", headingDeg=12.5)
            lines.append('{"t":30001,"kind":"ble-chunk","direction":"rx","base6')
        if now["fault"] == 0:
            def trim(value, scale):
                return int(value * scale)
            speed = trim(now["speed"], 10) / 10
            known = dict(
                speedCentiKmh=rounded(speed * 360), batteryVoltageMv=trim(now["volts"], 10) * 100,
                motorCurrentMa=trim(now["current"], 10) * 100, batteryCurrentMa=trim(now["amperes"], 10) * 100,
                dutyPermille=(int(128 + now["duty"] * 100) - 128) * 10, pitchCentiDeg=trim(board._pitch(now), 10) * 10,
                rollCentiDeg=0, balancePitchCentiDeg=trim(board._pitch(now), 10) * 10,
                balanceCurrentMa=trim(now["current"], 10) * 100, erpm=int(now["erpm"]),
                state=1 if now["speed"] else 6, switchState=2 if now["speed"] else 0,
                adc1Milli=3000 if now["speed"] else 100, adc2Milli=3000 if now["speed"] else 100,
                odometerCm=rounded(single(now["distance"]) * 100), tempMosfetDeciC=int(now["fet"] * 2) * 5,
                tempMotorDeciC=int(now["motor"] * 2) * 5,
                faultCode=3 if expected and expected[-1]["elapsedRealtimeMs"] < 20_000 < t else 0,
            )  # fmt: skip
            if fix:
                known |= dict(latitudeE7=round(fix[0][0] * 1e7), longitudeE7=80_000_000, gpsSpeedCentiMps=150, bearingCentiDeg=25)
                known |= dict(accuracyCm=400, altitudeCm=42050, locationTimestampMs=fix[1])
            expected.append(row(BEGIN + t, t, **known))
        if where and tick % 5 == 0:
            fix = (where, BEGIN + t - 30)
    line(59_900, "session-state", status="disconnected")
    (folder / "session.jsonl").write_text("\n".join(lines) + "\n")
    write_expected(folder, expected)


FRAMES = """CREATE TABLE telemetry_frames (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, captured_at_ms INTEGER NOT NULL,
elapsed_realtime_ms INTEGER NOT NULL, %s TEXT, can_id INTEGER, flags INTEGER NOT NULL, changed_mask_1 INTEGER NOT NULL,
changed_mask_2 INTEGER NOT NULL, speed_centi_kmh INTEGER, battery_voltage_mv INTEGER, motor_current_ma INTEGER,
battery_current_ma INTEGER, duty_permille INTEGER, pitch_centi_deg INTEGER, roll_centi_deg INTEGER,
balance_pitch_centi_deg INTEGER, balance_current_ma INTEGER, erpm INTEGER, state INTEGER, switch_state INTEGER,
adc1_milli INTEGER, adc2_milli INTEGER, odometer_cm INTEGER, temp_mosfet_deci_c INTEGER, temp_motor_deci_c INTEGER,
fault_code INTEGER, latitude_e7 INTEGER, longitude_e7 INTEGER, gps_speed_centi_mps INTEGER, bearing_centi_deg INTEGER,
accuracy_cm INTEGER, altitude_cm INTEGER, location_timestamp_ms INTEGER)"""
BUCKETS = """CREATE TABLE telemetry_minute_buckets (bucket_start_ms INTEGER NOT NULL, %s TEXT NOT NULL,
sample_count INTEGER NOT NULL, first_sample_at_ms INTEGER NOT NULL, last_sample_at_ms INTEGER NOT NULL,
sum_abs_speed_centi_kmh INTEGER NOT NULL, moving_speed_sample_count INTEGER, sum_moving_abs_speed_centi_kmh INTEGER,
max_abs_speed_centi_kmh INTEGER NOT NULL, min_battery_voltage_mv INTEGER, max_motor_current_abs_ma INTEGER NOT NULL,
max_battery_current_abs_ma INTEGER NOT NULL, battery_used_wh_milli INTEGER NOT NULL,
battery_regen_wh_milli INTEGER NOT NULL, max_duty_abs_permille INTEGER NOT NULL, fault_count INTEGER NOT NULL,
first_odometer_cm INTEGER, last_odometer_cm INTEGER, gps_point_count INTEGER NOT NULL,
precise_gps_point_count INTEGER NOT NULL, gps_distance_cm INTEGER NOT NULL, max_gps_speed_centi_mps INTEGER,
max_temp_mosfet_deci_c INTEGER, max_temp_motor_deci_c INTEGER, first_latitude_e7 INTEGER, first_longitude_e7 INTEGER,
first_moving_at_ms INTEGER, last_moving_at_ms INTEGER, PRIMARY KEY (bucket_start_ms, %s))"""


def backup(name, column, version, manifest_version=None, fault=None):
    """Two boards. One rode a minute and a half, of which the first frames are gone but not their bucket."""
    folder = HERE / "backup"
    folder.mkdir(exist_ok=True)
    path = folder / "db.sqlite"
    path.unlink(missing_ok=True)
    base = connection = sqlite3.connect(path)
    base.execute(FRAMES % column)
    base.execute(BUCKETS % (column, column))
    ride, start = Ride("short"), BEGIN - 592_000  # 23:50:00
    for board, shift in (("board-a", 0), ("C8:DF:84:00:00:02", 3_600_000)):
        for tick in range(0, 180):
            now, at = ride.at(tick / 2 if tick < 120 else 59), start + shift + 60_000 + tick * 500
            keyframe = tick % 120 == 0
            values = [at, tick * 500, board, 7, 1 if keyframe else 0, 0b111 | 1 << 14, 1, rounded(now["speed"] * 360)]
            values += [rounded(now["volts"] * 1000), rounded(now["current"] * 1000), rounded(now["distance"] * 100)]
            values += [470_000_000 + tick * 100, 80_000_000, at]
            base.execute(
                f"INSERT INTO telemetry_frames (captured_at_ms, elapsed_realtime_ms, {column}, can_id, flags, changed_mask_1,"
                "changed_mask_2, speed_centi_kmh, battery_voltage_mv, motor_current_ma, odometer_cm, latitude_e7, longitude_e7,"
                "location_timestamp_ms) VALUES (?,?,?,?,?|4,?,?,?,?,?,?,?,?,?)", values,
            )  # fmt: skip
        for minute, count in ((0, 1111), (1, 1200)):
            at = start + shift + minute * 60_000
            base.execute(
                f"INSERT INTO telemetry_minute_buckets VALUES (?,?{',?' * 26})",
                [at, board, count, at, at + 59_950, 1000, 500, 900, 2222, 80_000, 30_000, 9000, 1500, 20, 450, 1, 0, 25_000,
                 60, 55, 24_000, 700, 300, 280, 470_000_000, 80_000_000, at + 3000, at + 50_000],
            )  # fmt: skip
    if fault == "view":
        base.execute("ALTER TABLE telemetry_frames RENAME TO x")
        base.execute("CREATE VIEW telemetry_frames AS SELECT * FROM x")
    base.execute(f"PRAGMA user_version = {version}")
    connection.commit()
    connection.execute("VACUUM")
    connection.close()
    content = bytearray(path.read_bytes())
    if fault == "damaged":
        content[4096 * 2 : 4096 * 2 + 2000] = bytes(2000)
    path.unlink()
    with zipfile.ZipFile(folder / name, "w") as archive:
        manifest = {"format": "vesc-db-backup", "schemaVersion": manifest_version or version, "platform": "ios"}
        if fault == "format":
            manifest["format"] = "something-else"
        for label, bytes_ in (("manifest.json", json.dumps(manifest).encode()), ("db.sqlite", bytes(content))):
            entry = zipfile.ZipInfo(label, (2026, 7, 5, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            if fault == "missing" and label == "db.sqlite":
                continue
            archive.writestr(entry, bytes_)


def single(value):
    """As a 32-bit float."""
    import struct

    return struct.unpack(">f", struct.pack(">f", value))[0]


def main():
    vesc_tool()
    vesc_express()
    float_control()
    debug_recording()
    backup("boards.zip", "board_id", 48)
    backup("devices.zip", "device_id", 32)
    backup("other-version.zip", "board_id", 48, manifest_version=47)
    for fault in ("damaged", "view", "format", "missing"):
        backup(f"{fault}.zip", "board_id", 48, fault=fault)


if __name__ == "__main__":
    main()
