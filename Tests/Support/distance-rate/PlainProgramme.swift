/// The plain dynamic programme for the longest way through points in order, O(legs n²), as one who
/// wants it fast writes it: chords of unit vectors, each taken once for all legs, and an arc sine only
/// where a longer way may come of it.
struct PlainProgramme {
  private let x: [Double]
  private let y: [Double]
  private let z: [Double]

  /// From degrees.
  init(_ positions: [(latitude: Double, longitude: Double)]) {
    let radians = Double.pi / 180
    x = positions.map { cosine($0.latitude * radians) * cosine($0.longitude * radians) }
    y = positions.map { cosine($0.latitude * radians) * sine($0.longitude * radians) }
    z = positions.map { sine($0.latitude * radians) }
  }

  /// The greatest length, m.
  func longest(legs: Int) -> Double {
    legs == 1 ? longestChord() : longestWay(legs)
  }

  private func longestChord() -> Double {
    var greatest = 0.0
    read { x, y, z in
      for to in 0..<x.count {
        for from in 0..<to {
          let (toX, toY, toZ) = (x[to] - x[from], y[to] - y[from], z[to] - z[from])
          let squared = toX * toX + toY * toY + toZ * toZ
          if squared > greatest { greatest = squared }
        }
      }
    }
    return arc(greatest) * 6_371_000
  }

  private func longestWay(_ legs: Int) -> Double {
    var flown = [Double](repeating: 0, count: x.count)
    for _ in 1...legs { flown = oneLegMore(flown) }
    return flown.reduce(0, max) * 6_371_000
  }

  /// What is flown at most to each point with one leg more.
  private func oneLegMore(_ flown: [Double]) -> [Double] {
    let stretch = squaredStretch()
    var further = flown
    read { x, y, z in
      flown.withUnsafeBufferPointer { flown in
        for to in 0..<x.count {
          var best = further[to]
          let (hereX, hereY, hereZ) = (x[to], y[to], z[to])
          for from in 0..<to {
            let (toX, toY, toZ) = (hereX - x[from], hereY - y[from], hereZ - z[from])
            let squared = toX * toX + toY * toY + toZ * toZ
            let gap = best - flown[from]
            if gap < 0 || squared * stretch > gap * gap {
              let length = flown[from] + arc(squared)
              if length > best { best = length }
            }
          }
          further[to] = best
        }
      }
    }
    return further
  }

  /// The square of an upper bound of arc by chord: none is longer than twice the longest from the first
  /// point.
  private func squaredStretch() -> Double {
    let farthest = x.indices.reduce(0.0) { farthest, index in
      let (toX, toY, toZ) = (x[index] - x[0], y[index] - y[0], z[index] - z[0])
      return max(farthest, toX * toX + toY * toY + toZ * toZ)
    }
    let half = min(arc(farthest), .pi / 2)
    let ratio = half > 1e-6 ? half / sine(half) : 1
    return ratio * ratio * (1 + 1e-12)
  }

  private func arc(_ squaredChord: Double) -> Double {
    2 * arcSine(min(1, squaredChord.squareRoot() / 2))
  }

  private func read(
    _ body: (UnsafeBufferPointer<Double>, UnsafeBufferPointer<Double>, UnsafeBufferPointer<Double>)
      -> Void
  ) {
    x.withUnsafeBufferPointer { x in
      y.withUnsafeBufferPointer { y in z.withUnsafeBufferPointer { z in body(x, y, z) } }
    }
  }
}
