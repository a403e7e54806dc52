/// Finds room for words beside marks, so that none covers another or leaves its panel.
struct LabelLayout {
  private let panel: Frame
  private var taken: [Frame] = []

  /// Mean widths of bold letters, in font sizes.
  private static let letter = 0.62
  private static let capital = 0.78

  /// About the width of a bold word, pixels.
  static func width(of word: String, size: Double) -> Double {
    word.unicodeScalars.reduce(0) { $0 + ($1.properties.isUppercase ? capital : letter) } * size
  }

  init(panel: Frame) { self.panel = panel }

  /// Keeps the place of a mark free of words.
  mutating func block(_ place: PlanePoint, radius: Double) {
    taken.append(
      Frame(x: place.x - radius, y: place.y - radius, width: 2 * radius, height: 2 * radius))
  }

  /// Keeps a part of the panel free of words.
  mutating func block(_ frame: Frame) { taken.append(frame) }

  /// The middle of the baseline for a word near a mark: above, below, beside, or farther off; above
  /// if all is taken.
  mutating func room(for word: String, size: Double, near place: PlanePoint) -> PlanePoint {
    let candidates = candidates(for: word, size: size, near: place)
    return take(candidates.first { isFree($0) } ?? candidates[0], size: size)
  }

  /// The same for a word that may be left out: nil if all is taken, or the mark is not on the panel.
  mutating func freeRoom(for word: String, size: Double, near place: PlanePoint) -> PlanePoint? {
    guard (panel.x...panel.right).contains(place.x), (panel.y...panel.bottom).contains(place.y),
      let chosen = candidates(for: word, size: size, near: place).first(where: { isFree($0) })
    else { return nil }
    return take(chosen, size: size)
  }

  private func candidates(for word: String, size: Double, near place: PlanePoint) -> [Frame] {
    let width = Self.width(of: word, size: size)
    let side = width / 2 + 11
    let offsets = [
      (0.0, -11.0), (0, 11 + size * 0.75), (side, size * 0.35), (-side, size * 0.35),
      (side, -12), (-side, -12), (side, 24), (-side, 24), (0, -14 - size), (0, 18 + size * 1.75),
    ]
    return offsets.map { dx, dy in
      let x = min(panel.right - 6 - width / 2, max(panel.x + 6 + width / 2, place.x + dx))
      return Frame(x: x - width / 2, y: place.y + dy - size * 0.8, width: width, height: size)
    }
  }

  private func isFree(_ candidate: Frame) -> Bool {
    candidate.y > panel.y + 2 && candidate.bottom < panel.bottom - 2
      && !taken.contains { candidate.overlaps($0) }
  }

  private mutating func take(_ frame: Frame, size: Double) -> PlanePoint {
    taken.append(frame)
    return PlanePoint(x: frame.x + frame.width / 2, y: frame.y + size * 0.8)
  }
}

extension Frame {
  func overlaps(_ other: Frame) -> Bool {
    x < other.right && other.x < right && y < other.bottom && other.y < bottom
  }
}
