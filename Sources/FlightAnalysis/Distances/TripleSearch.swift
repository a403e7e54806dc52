/// The best shape through three points of a flight, by branch and bound: triples of caps are split,
/// the most promising first, until nothing that is left can be better than the best triple found.
struct TripleSearch<Shape: ClosedShape> {
  /// Three caps that are yet to be split.
  private struct Candidate: Ranked {
    var a: Int32
    var b: Int32
    var c: Int32
    /// Between the centres: ab, bc, ca, m.
    var sides: SIMD3<Double>
    /// No shape in the caps is longer, m.
    var rank: Double
  }

  /// Candidates that are kept in order; while there are more, they are split at once.
  private static var orderedCandidates: Int { 1 << 18 }

  private let nodes: [PointTree.Node]
  private let shape: Shape
  private var ordered = Heap<Candidate>()
  private var unordered: [Candidate] = []

  /// The length of the best shape found, m.
  private(set) var length = 0.0
  /// The indices of its points in the order of time; nil if none has a length.
  private(set) var points: [Int]?
  /// Triples of caps that were looked at.
  private(set) var steps = 0
  /// Whether nothing is longer.
  private(set) var isProved = true

  init(_ tree: PointTree, _ shape: Shape, maxSteps: Int) {
    nodes = tree.nodes
    self.shape = shape
    if nodes.isEmpty { return }
    consider(0, 0, 0, sides: .zero)
    while let candidate = next() {
      guard steps < maxSteps else {
        isProved = false
        return
      }
      split(candidate)
    }
  }

  /// What to split next; nil when nothing that is left can be better.
  private mutating func next() -> Candidate? {
    while let candidate = unordered.popLast() {
      if candidate.rank > length { return candidate }
    }
    guard let candidate = ordered.popGreatest(), candidate.rank > length else { return nil }
    return candidate
  }

  /// Splits the widest of the three caps.
  private mutating func split(_ candidate: Candidate) {
    let (a, b, c, sides) = (candidate.a, candidate.b, candidate.c, candidate.sides)
    let widths = SIMD3(width(a), width(b), width(c))
    let widest = widths.max()
    if widest < 0 { return }
    if widths[0] == widest {
      for a in [a + 1, nodes[Int(a)].second] {
        consider(a, b, c, sides: SIMD3(side(a, b), sides[1], side(c, a)))
      }
    } else if widths[1] == widest {
      for b in [b + 1, nodes[Int(b)].second] {
        consider(a, b, c, sides: SIMD3(side(a, b), side(b, c), sides[2]))
      }
    } else {
      for c in [c + 1, nodes[Int(c)].second] {
        consider(a, b, c, sides: SIMD3(sides[0], side(b, c), side(c, a)))
      }
    }
  }

  /// A cap's radius, m; less than 0 for a single point, which cannot be split.
  private func width(_ node: Int32) -> Double {
    nodes[Int(node)].second == 0 ? -1 : nodes[Int(node)].radius
  }

  private func side(_ one: Int32, _ other: Int32) -> Double {
    nodes[Int(one)].centre.distance(to: nodes[Int(other)].centre)
  }

  /// Keeps three caps if a better shape may be in them, and takes their centres if they are one.
  private mutating func consider(_ a: Int32, _ b: Int32, _ c: Int32, sides: SIMD3<Double>) {
    steps += 1
    let (capA, capB, capC) = (nodes[Int(a)], nodes[Int(b)], nodes[Int(c)])
    guard capA.first <= capB.last, capB.first <= capC.last,
      shape.closes(from: min(capA.last, capC.last), to: max(capA.first, capC.first))
    else { return }
    let caps = CapTriple(sides: sides, radii: SIMD3(capA.radius, capB.radius, capC.radius))
    let bound = shape.bound(caps)
    guard bound > length else { return }
    take(capA.centreIndex, capB.centreIndex, capC.centreIndex, sides)
    let candidate = Candidate(a: a, b: b, c: c, sides: sides, rank: bound)
    if ordered.count < Self.orderedCandidates {
      ordered.insert(candidate)
    } else {
      unordered.append(candidate)
    }
  }

  /// Takes three points if they are a better shape.
  private mutating func take(_ a: Int32, _ b: Int32, _ c: Int32, _ sides: SIMD3<Double>) {
    guard a <= b, b <= c, let score = shape.score(sides), score > length,
      shape.closes(from: a, to: c)
    else { return }
    length = score
    points = [Int(a), Int(b), Int(c)]
  }
}
