/// Places with a value each, in blocks whose bounds tell that none of them can be the best.
struct CandidateBlocks {
  private static let size = 32

  /// No place of the block is farther from `middle` than `reachM`, and no value above `most`.
  private struct Block {
    var middle: SpherePoint
    var reachM: Double
    var most: Double
  }

  private let places: [SpherePoint]
  private let values: [Double]
  private let blocks: [Block]

  init(_ places: [SpherePoint], _ values: [Double]) {
    self.places = places
    self.values = values
    blocks = stride(from: 0, to: places.count, by: Self.size).map { first in
      let range = first..<min(places.count, first + Self.size)
      let middle = places[(range.lowerBound + range.upperBound) / 2]
      return Block(
        middle: middle, reachM: range.map { places[$0].distance(to: middle) }.max() ?? 0,
        most: values[range].max() ?? 0)
    }
  }

  /// The place from `first` on with the greatest sum of its value and its distance, m. `hint`, not
  /// before `first`, is looked at first.
  func farthest(
    from place: SpherePoint, after first: Int, hint: Int?
  ) -> (index: Int, distance: Double) {
    var best = hint ?? first
    var distance = place.distance(to: places[best]) + values[best]
    for block in first / Self.size..<blocks.count {
      let bounds = blocks[block]
      let most = bounds.most + place.distance(to: bounds.middle) + bounds.reachM
      // The millimetre is for rounding.
      if most + 0.001 < distance { continue }
      let start = block * Self.size
      for index in max(first, start)..<min(places.count, start + Self.size) {
        let sum = place.distance(to: places[index]) + values[index]
        if sum > distance { (best, distance) = (index, sum) }
      }
    }
    return (best, distance)
  }
}
