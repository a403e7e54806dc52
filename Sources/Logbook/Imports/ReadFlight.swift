package import Bytes
package import FlightModel
import IGC
package import RecordingModel

/// What the logbook has to know of a flight's file before it is analysed.
package struct ReadFlight: Equatable, Sendable {
  /// SHA-256 of the normalised file, in lower-case hexadecimal.
  package let id: String
  package let bytes: Int64
  package let declaration: Declaration
  package let firstFixAt: UTCInstant
  package let lastFixAt: UTCInstant
  /// B records of their form, void ones too.
  package let fixCount: Int
  /// First to last fix until the analysis finds take-off and landing, s.
  package let durationSeconds: Int64
  package let heightGainedM: Int32

  /// The logbook's entry of this flight under the name that its file gets here.
  package func entry(named name: String, importedAt: UTCInstant) -> FlightEntry {
    FlightEntry(
      id: id, recordingID: nil, filename: name, igcBytes: bytes, importedAt: importedAt,
      declaration: declaration, firstFixAt: firstFixAt, lastFixAt: lastFixAt, fixCount: fixCount,
      takeoffAt: nil, landingAt: nil, durationSeconds: durationSeconds,
      heightGainedM: heightGainedM)
  }
}

/// Why a file is no flight.
package enum FlightFileError: Error, Equatable, Sendable, CustomStringConvertible {
  case empty
  /// No line is a fix; so many lines were looked at.
  case noFix(lines: Int)
  /// There are fixes, but nothing says of which day.
  case noDate

  package var description: String {
    switch self {
    case .empty: "the file is empty; copy it from the logger again"
    case .noFix(let lines):
      "none of its \(lines) lines is a fix; if the logger shows the flight, copy it again"
    case .noDate: "it has fixes but no date; add its HFDTE line and import it again"
    }
  }
}

/// Reads a file that a logger wrote.
package enum FlightFile {
  /// Reads a whole file; `digest` is SHA-256 of the caller's library.
  package static func read(
    _ bytes: [UInt8], digest: some MessageDigest
  ) throws(FlightFileError) -> ReadFlight {
    guard !bytes.isEmpty else { throw .empty }
    let file = IGCFile(reading: bytes)
    guard let first = file.track.first else { throw .noFix(lines: file.counts.lines) }
    guard file.date != nil else { throw .noDate }
    var figures = FlightFigures()
    var (earliest, latest) = (first.time, first.time)
    for fix in file.track {
      earliest = min(earliest, fix.time)
      latest = max(latest, fix.time)
      figures.take(fix)
    }
    return ReadFlight(
      id: Hexadecimal.encode(NormalisedIGC.digest(of: bytes, using: digest)),
      bytes: Int64(bytes.count), declaration: file.declaration, firstFixAt: earliest,
      lastFixAt: latest, fixCount: file.track.count,
      durationSeconds: max(0, latest.milliseconds(since: earliest)).roundedSeconds,
      heightGainedM: figures.heightGainedM)
  }
}

extension FlightFigures {
  /// Takes a fix of a file that somebody else wrote.
  fileprivate mutating func take(_ fix: TrackFix) {
    take(
      FixRecord(
        recordedAt: fix.time, mode: fix.isValid ? .threeDimensional : .twoDimensional,
        position: fix.position,
        gnssAltitudeCm: fix.gnssAltitudeM.map { $0.cm },
        pressureAltitudeCm: fix.pressureAltitudeM.map { $0.cm }))
  }
}

extension Int32 {
  /// Metres in centimetres, as far as they go.
  fileprivate var cm: Int32 { Int32(clamping: Int64(self) * 100) }
}
