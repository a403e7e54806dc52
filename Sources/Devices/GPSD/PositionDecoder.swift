import CGPS
package import FlightModel
import Glibc

/// Decodes gpsd's `TPV` reports with libgps (gps_unpack(3)) into fixes.
///
/// The one `gps_data_t` (24 kB) is allocated once. Of one thread only.
package final class PositionDecoder {
  /// A decoded report.
  package struct Report: Equatable {
    package var fix: Fix
    package var altitudes: Altitudes.Verdict
  }

  /// Why a line was refused.
  package enum Refusal: Error, Equatable { case malformed }

  private let data: UnsafeMutablePointer<gps_data_t>
  /// Names of devices that have reported, so that a fix costs no new string.
  private var receivers: [Receiver] = []
  /// More devices than a gpsd serves.
  private static let receiverLimit = 32

  /// What a server's only receiver is called when it does not name it.
  package static let unnamed = ReceiverID("gpsd")

  private struct Receiver {
    var path: [UInt8]
    var id: ReceiverID
    var judge = AltitudeJudge()
  }

  package init() {
    data = .allocate(capacity: 1)
    memset(data, 0, MemoryLayout<gps_data_t>.size)
    gps_clear_fix(&data.pointee.fix)
  }

  deinit { data.deallocate() }

  /// Decodes one `TPV` line with a zero byte behind it; the line may be written to.
  ///
  /// gps_unpack goes on behind the first object, and for ever behind some that are broken: only a
  /// line that is one object by its ends and names one class gets there.
  package func decode(
    _ line: UnsafeMutableBufferPointer<UInt8>, at now: MonotonicInstant
  ) throws(Refusal) -> Report {
    let bytes = UnsafeBufferPointer(line)
    guard Self.isOneObject(bytes) else { throw .malformed }
    data.pointee.set = 0
    withUnsafeMutablePointer(to: &data.pointee.dev.path.0) { $0.pointee = 0 }
    line.withMemoryRebound(to: CChar.self) { _ = gps_unpack($0.baseAddress!, data) }
    guard let mode = Fix.Mode(gpsd: data.pointee.fix.mode) else { throw .malformed }
    return report(mode: mode, at: now)
  }

  static func isOneObject(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard line.last == UInt8(ascii: "}"), let base = line.baseAddress,
      memchr(base, 0, line.count) == nil
    else { return false }
    let behindFirst = UnsafeBufferPointer(rebasing: line.dropFirst(2))
    return GPSDReport.find("\"class\":", in: behindFirst) == nil
  }

  private func report(mode: Fix.Mode, at now: MonotonicInstant) -> Report {
    let index = receiverIndex()
    var fix = Fix(receiver: receivers[index].id, time: time(), receivedAt: now, mode: mode)
    guard mode.hasPosition else { return Report(fix: fix, altitudes: .consistent) }
    let seen = data.pointee.fix
    fix.position = Coordinate(latitude: seen.latitude, longitude: seen.longitude)
    fix.groundSpeedCmPerS = Quantity.hundredths(seen.speed, atLeast: 0)
    fix.trackCentiDeg = Quantity.course(seen.track)
    fix.horizontalErrorCm = Quantity.hundredths(seen.eph, atLeast: 0)
    guard mode.hasHeight else { return Report(fix: fix, altitudes: .consistent) }
    let heights = receivers[index].judge.judge(
      ellipsoid: seen.altHAE, meanSea: seen.altMSL, separation: seen.geoid_sep)
    fix.ellipsoidAltitudeCm = Quantity.hundredths(heights.ellipsoid)
    fix.meanSeaAltitudeCm = Quantity.hundredths(heights.meanSea)
    fix.verticalErrorCm = Quantity.hundredths(seen.epv, atLeast: 0)
    fix.climbCmPerS = heights.spoilsClimb ? nil : Quantity.hundredths(seen.climb)
    return Report(fix: fix, altitudes: heights.verdict)
  }

  /// `time` in whole milliseconds; nil if absent, unreadable (libgps gives 0) or out of reason.
  private func time() -> UTCInstant? {
    let stamp = data.pointee.fix.time
    guard data.pointee.set & Self.timeSet != 0, stamp.tv_sec != 0, stamp.tv_sec.magnitude < 1 << 40,
      (0..<1_000_000_000).contains(stamp.tv_nsec)
    else { return nil }
    return UTCInstant(milliseconds: Int64(stamp.tv_sec) * 1000 + Int64(stamp.tv_nsec) / 1_000_000)
  }

  /// `TIME_SET`, which Swift does not import.
  private static let timeSet: gps_mask_t = 1 << 2

  /// The device that the report names, or `unnamed`; past the limit, the last is renamed.
  private func receiverIndex() -> Int {
    withUnsafeBytes(of: &data.pointee.dev.path) { path in
      let name = UnsafeRawBufferPointer(rebasing: path.prefix { $0 != 0 })
      for index in receivers.indices where receivers[index].path.elementsEqual(name) {
        return index
      }
      if receivers.count == Self.receiverLimit { receivers.removeLast() }
      let id = name.isEmpty ? Self.unnamed : ReceiverID(String(decoding: name, as: UTF8.self))
      receivers.append(Receiver(path: Array(name), id: id))
      return receivers.count - 1
    }
  }
}

extension Fix.Mode {
  var hasPosition: Bool {
    switch self {
    case .none: false
    case .twoDimensional, .threeDimensional: true
    }
  }

  var hasHeight: Bool {
    switch self {
    case .none, .twoDimensional: false
    case .threeDimensional: true
    }
  }

  /// gpsd's `mode`: 0 (unknown) is no fix.
  init?(gpsd mode: Int32) {
    switch mode {
    case 0, 1: self = .none
    case 2: self = .twoDimensional
    case 3: self = .threeDimensional
    default: return nil
    }
  }
}

/// From libgps's numbers to stored integers; NaN, infinity and what does not fit are nil.
enum Quantity {
  static func hundredths(_ value: Double, atLeast least: Double = -.infinity) -> Int32? {
    guard value.isFinite, value >= least else { return nil }
    return Int32(exactly: (value * 100).rounded())
  }

  /// 1/100 degree from 0 to 35,999.
  static func course(_ degrees: Double) -> Int32? {
    guard let hundredths = hundredths(degrees), abs(hundredths) <= 72_000 else { return nil }
    return (hundredths % 36_000 + 36_000) % 36_000
  }
}
