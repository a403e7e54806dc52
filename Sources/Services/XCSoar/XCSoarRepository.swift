import Bytes
package import FlightModel
import HTTPClient
package import ServicePlan

/// A file that XCSoar's catalogue tells of.
package struct XCSoarFile: Equatable, Sendable {
  /// Unique among those of its kind; it names the file on disk too.
  package var name: String
  /// `waypoints` or `airspace`.
  package var kind: CatalogueEntry.Kind
  /// Where it lies, as the catalogue writes it.
  package var uri: String
  /// A country in two letters, or other words for where it is good.
  package var area: String?
  /// Of the newest edition.
  package var day: CivilDate?
  /// What it is, for people, where the catalogue says so.
  package var about: String?
  /// The 32 bytes of the content's digest, where the catalogue tells them.
  package var sha256: [UInt8]?
}

/// XCSoar's catalogue of files: lines `key=value`, where `name` begins a record.
package struct XCSoarRepository: Equatable, Sendable {
  /// Bytes of the longest catalogue.
  package static let longest = 4 << 20
  /// Records beyond are not looked at.
  package static let mostRecords = 10_000
  static let longestLine = 4096

  /// Waypoints and airspace; what else there is, is passed over.
  package private(set) var files: [XCSoarFile] = []
  /// All records that can be told apart, whatever they are about.
  package private(set) var recordCount = 0
  /// Lines and records that could not be used.
  package private(set) var badCount = 0

  private var record: [String: String]?
  private var names: Set<String> = []

  package init(_ bytes: [UInt8]) {
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let end = min(bytes.count, Self.longest)
    while start < end, recordCount < Self.mostRecords {
      let stop = bytes[start..<end].firstIndex(of: ASCII.lineFeed) ?? end
      take(bytes[start..<stop])
      start = stop + 1
    }
    if recordCount < Self.mostRecords { closeRecord() }
    (record, names) = (nil, [])
  }

  private mutating func take(_ line: ArraySlice<UInt8>) {
    guard line.count <= Self.longestLine else { return badCount += 1 }
    let text = line.trimmedOfBlanks
    guard let first = text.first, first != UInt8(ascii: "#") else { return }
    guard let mark = text.firstIndex(of: UInt8(ascii: "=")) else { return badCount += 1 }
    let key = String(decoding: text[..<mark], as: UTF8.self)
    let value = String(decoding: text[(mark + 1)...], as: UTF8.self)
    if key == "name" {
      closeRecord()
      record = [:]
    }
    if record == nil { badCount += 1 }
    record?[key] = value
  }

  private mutating func closeRecord() {
    guard let fields = record else { return }
    record = nil
    recordCount += 1
    guard let type = fields["type"] else { return badCount += 1 }
    guard let kind = Self.kinds[type] else { return }
    guard let name = fields["name"], CataloguePath.isPart(name), let uri = fields["uri"],
      !uri.isEmpty, names.insert("\(kind)/\(name)").inserted
    else { return badCount += 1 }
    files.append(Self.file(name, kind, uri, fields))
  }

  private static let kinds: [String: CatalogueEntry.Kind] = [
    "waypoint": .waypoints, "airspace": .airspace,
  ]

  private static func file(
    _ name: String, _ kind: CatalogueEntry.Kind, _ uri: String, _ fields: [String: String]
  ) -> XCSoarFile {
    let digest = fields["sha256"].flatMap { Hexadecimal.decode($0) }
    return XCSoarFile(
      name: name, kind: kind, uri: uri, area: fields["area"].flatMap(\.spokenWord),
      day: fields["update"].flatMap(CivilDate.init(serviceDay:)),
      about: fields["description"].flatMap(\.spokenWord),
      sha256: digest?.count == 32 ? digest : nil)
  }
}

extension ArraySlice<UInt8> {
  /// Without blanks and line ends around it.
  fileprivate var trimmedOfBlanks: ArraySlice<UInt8> {
    let rest = drop { $0 <= ASCII.space }
    return rest.prefix(
      (rest.lastIndex { $0 > ASCII.space } ?? rest.startIndex - 1) + 1 - rest.startIndex)
  }
}

extension String {
  /// As it may stand in a line; nil where nothing is left.
  fileprivate var spokenWord: String? {
    let text = UplinkResponse.spoken(self)
    return text.isEmpty ? nil : text
  }
}
