/// The best shape through three points of a flight, by branch and bound: triples of caps are split,
/// the most promising first, until nothing that is left can be better than the best triple found.
struct TripleSearch<Shape: ClosedShape> {
  /// What a search has found.
  struct Result {
    /// m.
    var length = 0.0
    /// The indices of the three points in the order of time; nil if no shape has a length.
    var points: [Int]?
    /// Whether nothing is longer.
    var isProved = true
  }

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
  private static var orderedCandidates: Int { 1 << 17 }

  private let nodes: UnsafePointer<PointTree.Node>
  private let shape: Shape
  private var ordered = Heap<Candidate>()
  private var unordered: [Candidate] = []
  private var result = Result()
  /// A step is a triple of caps that is looked at.
  private var budget: SearchBudget

  /// The best shape in a tree; the best that was found when the budget was spent.
  static func best(_ shape: Shape, in tree: PointTree, _ budget: inout SearchBudget) -> Result {
    tree.nodes.withUnsafeBufferPointer { nodes in
      guard let nodes = nodes.baseAddress else { return Result() }
      var search = TripleSearch(nodes: nodes, shape: shape, budget: budget)
      search.run()
      budget = search.budget
      return search.result
    }
  }

  private init(
    nodes: UnsafePointer<PointTree.Node>, shape: Shape, budget: SearchBudget
  ) {
    self.nodes = nodes
    self.shape = shape
    self.budget = budget
  }

  private mutating func run() {
    consider(0, 0, 0, sides: .zero)
    while let candidate = next() {
      if budget.isSpent {
        result.isProved = false
        return
      }
      split(candidate)
    }
  }

  /// What to split next; nil when nothing that is left can be better.
  private mutating func next() -> Candidate? {
    while let candidate = unordered.popLast() {
      if candidate.rank > result.length { return candidate }
    }
    guard let candidate = ordered.popGreatest(), candidate.rank > result.length else { return nil }
    return candidate
  }

  /// Splits the widest of the three caps.
  private mutating func split(_ candidate: Candidate) {
    let (a, b, c) = (candidate.a, candidate.b, candidate.c)
    let (widthA, widthB, widthC) = (width(a), width(b), width(c))
    let widest = max(widthA, widthB, widthC)
    if widest < 0 { return }
    if widthA == widest {
      replaceA(candidate, by: a + 1)
      replaceA(candidate, by: nodes[Int(a)].second)
    } else if widthB == widest {
      replaceB(candidate, by: b + 1)
      replaceB(candidate, by: nodes[Int(b)].second)
    } else {
      replaceC(candidate, by: c + 1)
      replaceC(candidate, by: nodes[Int(c)].second)
    }
  }

  private mutating func replaceA(_ old: Candidate, by a: Int32) {
    let (b, c) = (old.b, old.c)
    consider(a, b, c, sides: SIMD3(side(a, b), old.sides[1], side(c, a)))
  }

  private mutating func replaceB(_ old: Candidate, by b: Int32) {
    let (a, c) = (old.a, old.c)
    consider(a, b, c, sides: SIMD3(side(a, b), side(b, c), old.sides[2]))
  }

  private mutating func replaceC(_ old: Candidate, by c: Int32) {
    let (a, b) = (old.a, old.b)
    consider(a, b, c, sides: SIMD3(old.sides[0], side(b, c), side(c, a)))
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
    budget.spend(1)
    let caps = CapTriple(
      a: nodes + Int(a), b: nodes + Int(b), c: nodes + Int(c), sides: sides)
    guard isInOrder(caps) else { return }
    let bound = shape.bound(caps, above: result.length)
    guard bound > result.length else { return }
    takeCentres(of: caps)
    let candidate = Candidate(a: a, b: b, c: c, sides: sides, rank: bound)
    if ordered.count < Self.orderedCandidates {
      ordered.insert(candidate)
    } else {
      unordered.append(candidate)
    }
  }

  /// Whether points in the caps may be in the order of time, and near enough in it to close.
  private func isInOrder(_ caps: CapTriple) -> Bool {
    let (a, b, c) = (caps.a, caps.b, caps.c)
    let latest = min(a.pointee.last, b.pointee.last, c.pointee.last)
    let earliest = max(a.pointee.first, b.pointee.first, c.pointee.first)
    return a.pointee.first <= b.pointee.last && b.pointee.first <= c.pointee.last
      && (earliest <= latest || shape.closes(from: latest, to: earliest))
  }

  /// Takes the centres if they are a better shape.
  private mutating func takeCentres(of caps: CapTriple) {
    let (a, b, c) = (
      caps.a.pointee.centreIndex, caps.b.pointee.centreIndex, caps.c.pointee.centreIndex
    )
    guard a <= b, b <= c, let score = shape.score(caps.sides), score > result.length,
      shape.closes(from: a, to: c)
    else { return }
    result.length = score
    result.points = [Int(a), Int(b), Int(c)]
  }
}
