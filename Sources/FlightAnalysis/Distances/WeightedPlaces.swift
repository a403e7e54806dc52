/// Places with the length that is flown when each is reached: what the next leg begins at.
///
/// They lie in fours, so that a processor looks at several at once.
struct WeightedPlaces {
  private struct Four {
    var x = SIMD4<Double>.zero
    var y = SIMD4<Double>.zero
    var z = SIMD4<Double>.zero
    /// Lanes that are not used never reach anything.
    var weight = SIMD4<Double>(repeating: -.infinity)
  }

  private(set) var count = 0
  private var fours: [Four] = []
  /// The square of the greatest ratio of an arc to its chord among these places.
  private let squaredStretch: Double

  /// For places none of which are farther apart than `span`, rad.
  init(span: Double, capacity: Int) {
    squaredStretch = SpherePoint.squaredStretch(upTo: span)
    fours.reserveCapacity(capacity / 4 + 1)
  }

  mutating func append(_ place: SpherePoint, weight: Double) {
    let lane = count & 3
    if lane == 0 { fours.append(Four()) }
    let last = fours.count - 1
    fours[last].x[lane] = place.vector.x
    fours[last].y[lane] = place.vector.y
    fours[last].z[lane] = place.vector.z
    fours[last].weight[lane] = weight
    count += 1
  }

  @inline(__always)
  func weight(_ index: Int) -> Double { fours[index >> 2].weight[index & 3] }

  /// Calls `body` with every place in `range` whose weight and arc to `target` together may be more
  /// than `floor`, and with the square of the chord; `body` returns the floor for what follows.
  @inline(__always)
  func visit(
    from target: SpherePoint, in range: Range<Int>, above floor: Double,
    _ body: (Int, Double) -> Double
  ) {
    guard !range.isEmpty else { return }
    let x = SIMD4(repeating: target.vector.x)
    let y = SIMD4(repeating: target.vector.y)
    let z = SIMD4(repeating: target.vector.z)
    var limit = SIMD4(repeating: floor)
    fours.withUnsafeBufferPointer { fours in
      for index in (range.lowerBound >> 2)...((range.upperBound - 1) >> 2) {
        let four = fours[index]
        let toX = four.x - x
        let toY = four.y - y
        let toZ = four.z - z
        let squaredChord = toX * toX + toY * toY + toZ * toZ
        var gap = limit - four.weight
        gap.replace(with: 0.0, where: gap .< 0.0)
        let surplus = squaredChord * squaredStretch - gap * gap
        guard surplus[0] >= 0 || surplus[1] >= 0 || surplus[2] >= 0 || surplus[3] >= 0 else {
          continue
        }
        for lane in 0..<4 where surplus[lane] >= 0 && range.contains(index << 2 | lane) {
          limit = SIMD4(repeating: body(index << 2 | lane, squaredChord[lane]))
        }
      }
    }
  }

  /// The place in `range` with the greatest sum of weight and arc to `target`, and the sum, rad; nil
  /// where none is more than `floor`.
  @inline(__always)
  func farthest(from target: SpherePoint, in range: Range<Int>, above floor: Double)
    -> (length: Double, index: Int)?
  {
    var best = (length: floor, index: -1)
    visit(from: target, in: range, above: floor) { index, squaredChord in
      let length = weight(index) + SpherePoint.arc(squaredChord: squaredChord)
      if length > best.length { best = (length, index) }
      return best.length
    }
    return best.index >= 0 ? best : nil
  }

  /// As `farthest(from:in:above:)`, and faster if the place is near `first`.
  func farthest(from target: SpherePoint, in range: Range<Int>, above floor: Double, first: Int)
    -> (length: Double, index: Int)?
  {
    guard range.contains(first) else { return farthest(from: target, in: range, above: floor) }
    let length = length(from: first, to: target)
    let known = length > floor ? (length, first) : nil
    return farthest(from: target, in: range, above: max(floor, length)) ?? known
  }

  /// The weight of a place and the arc from it to `target`, rad.
  @inline(__always)
  func length(from index: Int, to target: SpherePoint) -> Double {
    let four = fours[index >> 2]
    let lane = index & 3
    let place = SpherePoint(vector: SIMD3(four.x[lane], four.y[lane], four.z[lane]))
    return four.weight[lane] + place.arc(to: target)
  }
}

extension WeightedPlaces {
  /// The middles of blocks, each with its cap's radius on top of its weight.
  init(_ caps: [BlockCap], of blocks: [Int], weights: [Double], span: Double) {
    self.init(span: span, capacity: blocks.count)
    for (block, weight) in zip(blocks, weights) {
      append(caps[block].centre, weight: weight + caps[block].radius)
    }
  }
}
