package import Elevation

/// What is to be fetched, and what a server does not have: kept through restarts as a text of lines
/// `wanted N50E005` and `absent N50E005 1783162800`, the time in seconds since 1970.
package struct TileNotes: Equatable, Sendable {
  /// More are not waited for; whoever needs one asks again.
  package static let mostWanted = 64
  package static let mostAbsent = 1000
  /// So long a tile that a server does not have is not asked for: 30 days, s.
  package static let absenceSeconds: Int64 = 30 * 86_400

  /// In the order of asking.
  package private(set) var wanted: [TileName] = []
  private var absent: [TileName: Int64] = [:]

  package init() {}

  /// Reads what `text` wrote; lines that are not of it are left out.
  package init(reading bytes: [UInt8]) {
    for line in bytes.split(separator: 0x0A).prefix(4096) where line.count <= 64 {
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      guard words.count > 1, let name = TileName(String(words[1])) else { continue }
      if words[0] == "wanted", words.count == 2 {
        want(name)
      } else if words[0] == "absent", words.count == 3, let seconds = Int64(words[2]) {
        note(absent: name, seconds: seconds)
      }
    }
  }

  package var text: String {
    wanted.map { "wanted \($0)\n" }.joined()
      + absent.sorted { $0.key < $1.key }.map { "absent \($0.key) \($0.value)\n" }.joined()
  }

  /// Puts a tile at the end of those that are wanted, where there is room; whether it was put there.
  @discardableResult
  package mutating func want(_ name: TileName) -> Bool {
    guard wanted.count < Self.mostWanted, !wanted.contains(name) else { return false }
    wanted.append(name)
    return true
  }

  /// Takes a tile from those that are wanted.
  package mutating func unwant(_ name: TileName) { wanted.removeAll { $0 == name } }

  /// Notes that a server has no such tile; beyond the bound the oldest note goes.
  package mutating func note(absent name: TileName, seconds: Int64) {
    absent[name] = seconds
    if absent.count > Self.mostAbsent,
      let oldest = absent.min(by: { ($0.value, $0.key) < ($1.value, $1.key) })
    {
      absent[oldest.key] = nil
    }
  }

  /// Whether a server said so lately. A clock that is far off counts as long ago.
  package func isAbsent(_ name: TileName, seconds: Int64) -> Bool {
    guard let noted = absent[name] else { return false }
    let (age, isOver) = seconds.subtractingReportingOverflow(noted)
    return !isOver && age.magnitude < UInt64(Self.absenceSeconds)
  }
}
