import Crypto
import FlightModel
import IGC

/// Recordings and files that tests make up.
enum SampleFlight {
  /// A fixed key, so that files are the same in every run.
  static let key = try! Ed25519.PrivateKey(rawBytes: (0..<32).map { UInt8($0) })
  static let recorder = RecorderIdentity(serial: "T35")!
  /// 2026-07-04T09:00:00Z.
  static let morning = UTCInstant(
    CivilDate(year: 2026, month: 7, day: 4), millisecondOfDay: 32_400_000)

  static func header(
    pressureSensor: String? = "Bosch BMP390", extensions: Set<FixExtension> = [],
    rate: FixRate = .oneHertz, task: TaskDeclaration? = nil,
    declaration: Declaration = Declaration(pilot: "Ada Example", gliderType: "LS 4")
  ) -> FileHeader {
    FileHeader(
      recorder: recorder, declaration: declaration, firmwareVersion: "0.1",
      hardwareVersion: "test bench", receiver: "u-blox M10", pressureSensor: pressureSensor,
      flightOfDay: 1, extensions: extensions, rate: rate, task: task)
  }

  /// A calm flight north-east of 47° N 11° E, one fix a second.
  static func calm(fixes count: Int, from start: UTCInstant = morning) -> [IGCFix] {
    (0..<count).map { index in
      let step = Int32(index)
      return IGCFix(
        time: start.advanced(byMilliseconds: Int64(index) * 1000), quality: .threeDimensional,
        position: Coordinate(
          latitudeE7: 470_000_000 + step * 2000, longitudeE7: 110_000_000 + step * 1500),
        pressureAltitudeCm: 60_000 + step * 100, ellipsoidAltitudeCm: 65_000 + step * 100)
    }
  }

  /// The whole file of a list of fixes.
  static func file(
    _ fixes: [IGCFix], header: FileHeader = header(), isSigned: Bool = true
  ) -> [UInt8] {
    var writer = IGCWriter(header: header, digest: SHA256(), key: isSigned ? key : nil)
    var bytes: [UInt8] = []
    for fix in fixes {
      writer.append(fix)
      bytes += writer.drain()
    }
    writer.finish()
    return bytes + writer.drain()
  }

  static func verifier() -> IGCVerifier {
    IGCVerifier(digest: SHA256()) { Ed25519.isValid(signature: $0, of: $1, publicKey: $2) }
  }

  static func verdict(_ bytes: [UInt8]) -> IGCVerdict {
    var verifier = verifier()
    verifier.feed(bytes)
    return verifier.finish()
  }
}

/// The lines of a file, without their ends.
func lines(_ bytes: [UInt8]) -> [String] {
  bytes.split(separator: 0x0A).map { line in
    String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
  }
}

/// A file of lines with CR LF.
func file(_ lines: [String], lineEnd: String = "\r\n") -> [UInt8] {
  Array(lines.map { $0 + lineEnd }.joined().utf8)
}

extension IGCVerdict {
  var isAltered: Bool { if case .altered = self { true } else { false } }
  var isValid: Bool { if case .valid = self { true } else { false } }
}
