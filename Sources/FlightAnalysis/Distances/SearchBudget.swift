/// What a search may still cost. It ends early, with the best it has, once that is used up or somebody
/// cancels it: a track that no aircraft flies must not hold anybody up.
struct SearchBudget: Sendable {
  /// Whether the search has to end: what it finds is not proved.
  private(set) var isSpent = false

  private var left: Int
  /// Whether somebody cancels is asked when so little is left.
  private var nextQuestion: Int
  private let stepOfQuestions: Int
  private let isCancelled: @Sendable () -> Bool

  /// Of so many steps, each as dear as the search makes them.
  init(_ steps: Int, isCancelled: @escaping @Sendable () -> Bool) {
    left = steps
    nextQuestion = steps
    stepOfQuestions = max(1, steps >> 12)
    self.isCancelled = isCancelled
  }

  mutating func spend(_ steps: Int) {
    left -= steps
    guard left <= nextQuestion else { return }
    nextQuestion = left - stepOfQuestions
    isSpent = isSpent || left <= 0 || isCancelled()
  }
}
