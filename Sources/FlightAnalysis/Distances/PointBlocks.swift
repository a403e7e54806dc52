/// A part of the sphere, a cap, that holds a run of consecutive points.
struct BlockCap: Equatable, Sendable {
  var centre: SpherePoint
  /// Rad; never less than the true angle to the farthest point.
  var radius: Double

  /// More than the rounding of an angle between two points, rad: a hundredth of a micrometre.
  private static let rounding = 1e-15

  /// Around the middle of the points' box.
  init(of points: ArraySlice<SpherePoint>) {
    let first = points.first!.vector
    var low = first
    var high = first
    for point in points {
      low.replace(with: point.vector, where: point.vector .< low)
      high.replace(with: point.vector, where: point.vector .> high)
    }
    centre = SpherePoint(direction: low + high) ?? points.first!
    var farthest = 0.0
    for point in points { farthest = max(farthest, centre.squaredChord(to: point)) }
    radius = SpherePoint.arc(squaredChord: farthest) + Self.rounding
  }

  /// No point of one cap is farther than this from any point of the other, rad.
  @inline(__always)
  func farthest(from other: BlockCap) -> Double {
    centre.arc(to: other.centre) + radius + other.radius
  }
}

/// The points of a track in blocks of 8, 16, 32… consecutive ones, each block in a cap.
struct PointBlocks: Sendable {
  /// The binary logarithm of the smallest blocks' size.
  static let finest = 3
  /// A level with so many blocks or fewer is the coarsest.
  static let fewest = 64

  let points: [SpherePoint]
  /// The cap of all points.
  let whole: BlockCap
  /// No two points are farther apart, rad.
  var span: Double { min(.pi, 2 * whole.radius) }
  /// Caps of the blocks, from level `finest` on.
  private let levels: [[BlockCap]]

  /// Of at least one point.
  init(_ points: [SpherePoint]) {
    self.points = points
    var levels: [[BlockCap]] = []
    repeat {
      let size = 1 << (Self.finest + levels.count)
      levels.append(
        stride(from: 0, to: points.count, by: size).map { start in
          BlockCap(of: points[start..<min(start + size, points.count)])
        })
    } while levels.last!.count > Self.fewest
    self.levels = levels
    whole = BlockCap(of: points[...])
  }

  /// The coarsest level that a search among `count` points begins at.
  func coarsestLevel(for count: Int) -> Int {
    var level = Self.finest
    while count >> level > Self.fewest, level < Self.finest + levels.count - 1 { level += 1 }
    return level
  }

  /// The caps of the blocks of 2^level points.
  @inline(__always)
  func caps(_ level: Int) -> [BlockCap] { levels[level - Self.finest] }

  /// The points of a block.
  @inline(__always)
  func points(of block: Int, _ level: Int) -> Range<Int> {
    (block << level)..<min((block + 1) << level, points.count)
  }

  /// The length of a way through points, rad.
  func length(of way: [Int]) -> Double {
    zip(way, way.dropFirst()).reduce(0) { $0 + points[$1.0].arc(to: points[$1.1]) }
  }
}
