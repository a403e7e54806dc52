import Devices
import FlightModel

/// Lines as gpsd 3.22 prints them, and sentences as a receiver does.
enum Lines {
  /// A `TPV` at `second` seconds after 2026-07-14T12:00:00Z; `extra` replaces the usual end.
  static func tpv(
    second: Int, device: String = "/dev/ttyS9", mode: Int = 3, heights: String? = nil
  ) -> String {
    let clock = "12:\(two(second / 60)):\(two(second % 60))"
    let usual = "\"altHAE\":1547.0000,\"altMSL\":1500.0000,\"alt\":1500.0000,\"epv\":27.600,"
    return "{\"class\":\"TPV\",\"device\":\"\(device)\",\"mode\":\(mode),"
      + "\"time\":\"2026-07-14T\(clock).000Z\",\"ept\":0.005,"
      + "\"lat\":47.377220000,\"lon\":8.541693333,\(heights ?? usual)"
      + "\"track\":271.3000,\"magtrack\":273.8725,\"magvar\":2.6,\"speed\":26.957,"
      + "\"climb\":-1.500,\"epc\":55.20,\"geoidSep\":47.000,\"eph\":17.100,\"sep\":28.500}"
  }

  static func devices(_ paths: String...) -> String {
    let list = paths.map {
      "{\"class\":\"DEVICE\",\"path\":\"\($0)\",\"driver\":\"NMEA0183\","
        + "\"activated\":\"2026-07-14T11:59:00.000Z\",\"native\":0,\"bps\":38400}"
    }
    return "{\"class\":\"DEVICES\",\"devices\":[\(list.joined(separator: ","))]}"
  }

  static let version =
    "{\"class\":\"VERSION\",\"release\":\"3.22\",\"rev\":\"3.22\","
    + "\"proto_major\":3,\"proto_minor\":14}"

  static func sky(used: Int, device: String = "/dev/ttyS9") -> String {
    let satellite = "{\"PRN\":1,\"el\":40.0,\"az\":83.0,\"ss\":46.0,\"used\":true}"
    return "{\"class\":\"SKY\",\"device\":\"\(device)\",\"xdop\":1.63,\"hdop\":0.90,"
      + "\"nSat\":\(used + 3),\"uSat\":\(used),\"satellites\":[\(satellite),\(satellite)]}"
  }

  /// A sentence with its checksum and line end.
  static func sentence(_ body: String) -> String {
    let sum = String(body.utf8.reduce(0, ^), radix: 16, uppercase: true)
    return "$\(body)*\(sum.count == 1 ? "0" : "")\(sum)\r\n"
  }

  static func rmc(second: Int) -> String {
    sentence("GPRMC,\(clock(second)),A,4722.6132,N,00832.5016,E,52.40,271.3,140726,,,A")
  }

  /// 1500 m above mean sea level, 47 m separation.
  static func gga(second: Int) -> String {
    sentence("GPGGA,\(clock(second)),4722.6132,N,00832.5016,E,1,09,0.9,1500.0,M,47.0,M,,")
  }

  static let gsa = sentence("GPGSA,A,3,01,02,03,04,05,06,07,08,09,,,,1.5,0.9,1.2")

  /// 3149 ft, 959.82 m.
  static func pgrmz(_ unit: String) -> String { sentence("PGRMZ,3149,\(unit),3") }

  private static func clock(_ second: Int) -> String {
    "12\(two(second / 60))\(two(second % 60)).00"
  }

  private static func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
}

extension UTCInstant {
  /// `second` seconds after 2026-07-14T12:00:00Z.
  static func noon(plus second: Int) -> UTCInstant {
    UTCInstant(
      CivilDate(year: 2026, month: 7, day: 14),
      millisecondOfDay: Int64(12 * 3600 + second) * 1000)
  }
}

extension ReportReader {
  /// Takes a line as the line buffer would hand it over.
  mutating func take(
    _ line: String, at now: MonotonicInstant = MonotonicInstant(nanoseconds: 0)
  ) -> [SourceEvent] { take(Array(line.utf8), at: now) }

  mutating func take(
    _ line: [UInt8], at now: MonotonicInstant = MonotonicInstant(nanoseconds: 0)
  ) -> [SourceEvent] {
    var events: [SourceEvent] = []
    var bytes = line + [0]
    bytes.withUnsafeMutableBufferPointer {
      take(UnsafeMutableBufferPointer(rebasing: $0.dropLast()), at: now, &events)
    }
    return events
  }
}

extension [SourceEvent] {
  var fixes: [Fix] {
    compactMap { event in
      if case .fix(let fix) = event { fix } else { nil }
    }
  }
}
