/// The lines of a file that could not be used: all are counted, the first ones are told.
package struct BadLines: Equatable, Sendable {
  /// A line and what is wrong with it.
  package struct Line: Equatable, Sendable {
    /// From 1.
    package var number: Int
    package var reason: String

    package init(number: Int, reason: String) {
      self.number = number
      self.reason = reason
    }
  }

  /// So many lines are told at most.
  package static let mostTold = 100

  package private(set) var count = 0
  /// The first `mostTold`, in the order that they were found.
  package private(set) var told: [Line] = []

  package init() {}

  mutating func add(_ number: Int, _ reason: String) {
    count += 1
    if told.count < Self.mostTold { told.append(Line(number: number, reason: reason)) }
  }
}

/// Why a line is bad; for use inside a reader.
struct BadLine: Error {
  var reason: String

  init(_ reason: String) { self.reason = reason }
}
