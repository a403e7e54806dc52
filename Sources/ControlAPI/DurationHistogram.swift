import JSON

/// How long something took, counted in classes that grow by about two and a half.
package struct DurationHistogram: Equatable, Sendable {
  /// The longest duration of each class, s; one more class has no end.
  package static let boundsS = [
    0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25,
  ]

  /// Of each class alone, one more than there are bounds.
  package private(set) var counts = [Int64](repeating: 0, count: boundsS.count + 1)
  private var sumMs: Int64 = 0

  package init() {}

  /// All together.
  package var sumS: Double { Double(sumMs) / 1000 }

  /// Counts one.
  package mutating func note(milliseconds: Int64) {
    let seconds = Double(milliseconds) / 1000
    counts[Self.boundsS.firstIndex { seconds <= $0 } ?? Self.boundsS.count] += 1
    sumMs += milliseconds
  }
}

extension DurationHistogram {
  var json: JSONValue {
    [
      "bounds_s": .array(Self.boundsS.map { JSONValue($0, places: 3) }),
      "counts": .array(counts.map { .integer($0) }), "sum_s": JSONValue(sumS, places: 3),
    ]
  }

  /// Classes of another version are left out: they cannot be told apart.
  init?(_ reader: JSONReader) throws(DocumentError) {
    guard reader.value["bounds_s"]?.array?.map(\.double) == Self.boundsS.map({ $0 }) else {
      return nil
    }
    let counts = reader.value["counts"]?.array?.compactMap(\.integer) ?? []
    let sum = Int64(exactly: (try reader.number("sum_s") * 1000).rounded())
    guard counts.count == Self.boundsS.count + 1, let sum else {
      throw DocumentError(field: "\(reader.path).counts", cause: "are no counts of durations")
    }
    self.counts = counts
    sumMs = sum
  }
}
