/// The fixes in assigned areas that make the scored distance longest: the exact best of all choices,
/// one candidate a point, in the order of time. Computed from the end, so that all starts with the
/// same end share the work.
struct AreaChoice {
  /// What may be scored at a point.
  struct Candidate: Sendable {
    var instant: TaskTrack.Instant
    var place: SpherePoint
  }

  /// Where the scored way ends.
  struct Goal: Equatable {
    /// Points between the start and the goal.
    var layers: Int
    /// Nothing after it counts.
    var end: TaskTrack.Instant
    var place: SpherePoint
    /// What is missing to the goal and does not count, m.
    var remainingM: Double
  }

  /// The candidates of a point with what is still to come.
  fileprivate struct Layer {
    var candidates: [Candidate]
    /// The longest way from a candidate to the goal, m.
    var ahead: [Double]
    /// In the next layer, with which `ahead` is reached.
    var choice: [Int]
  }

  /// How many goals were computed.
  private(set) var preparations = 0
  private var goal: Goal?
  private var layers: [Layer] = []
  /// Of the first layer: the best of this candidate and all later ones.
  private var bestFrom: [Int] = []

  /// The scored distance of a start, m, whose instants become those of the chosen candidates.
  mutating func score(
    _ instants: inout [TaskTrack.Instant], _ goal: Goal, _ task: TaskEvaluation
  ) -> Double {
    guard goal.layers > 0 else {
      return max(0, task.startPlace.distance(to: goal.place) - goal.remainingM)
    }
    if goal != self.goal { prepare(goal, task) }
    guard let first = layers[0].firstIndex(from: instants[0]) else { return 0 }
    var chosen = bestFrom[first]
    let distance = total(chosen, task)
    for index in layers.indices {
      instants[index + 1] = layers[index].candidates[chosen].instant
      chosen = layers[index].choice[chosen]
    }
    return max(0, distance - goal.remainingM)
  }

  private mutating func prepare(_ goal: Goal, _ task: TaskEvaluation) {
    self.goal = goal
    preparations += 1
    layers = []
    for point in stride(from: goal.layers, through: 1, by: -1) {
      let candidates = task.candidates(point, until: goal.end)
      layers.insert(
        layers.first.map { Self.layer(candidates, before: $0) }
          ?? Self.last(candidates, goal), at: 0)
    }
    bestFrom = Array(layers[0].candidates.indices)
    for index in bestFrom.indices.reversed().dropFirst() {
      let later = bestFrom[index + 1]
      bestFrom[index] = total(index, task) >= total(later, task) ? index : later
    }
  }

  private func total(_ index: Int, _ task: TaskEvaluation) -> Double {
    task.startPlace.distance(to: layers[0].candidates[index].place) + layers[0].ahead[index]
  }

  private static func last(_ candidates: [Candidate], _ goal: Goal) -> Layer {
    Layer(
      candidates: candidates, ahead: candidates.map { $0.place.distance(to: goal.place) },
      choice: candidates.map { _ in 0 })
  }

  private static func layer(_ candidates: [Candidate], before next: Layer) -> Layer {
    var layer = Layer(
      candidates: candidates, ahead: candidates.map { _ in -.infinity },
      choice: candidates.map { _ in 0 })
    let blocks = CandidateBlocks(next.candidates.map(\.place), next.ahead)
    var hint: Int?
    for index in candidates.indices.reversed() {
      guard let first = next.firstIndex(from: candidates[index].instant) else { continue }
      let best = blocks.farthest(from: candidates[index].place, after: first, hint: hint)
      layer.ahead[index] = best.distance
      layer.choice[index] = best.index
      hint = best.index
    }
    return layer
  }
}

extension AreaChoice.Layer {
  /// The first candidate that is not before an instant.
  fileprivate func firstIndex(from instant: TaskTrack.Instant) -> Int? {
    var low = 0
    var high = candidates.count
    while low < high {
      let middle = (low + high) / 2
      if candidates[middle].instant < instant { low = middle + 1 } else { high = middle }
    }
    return low < candidates.count ? low : nil
  }
}
