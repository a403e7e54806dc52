/// How far words are apart, to name the one that was probably meant.
package enum Spelling {
  /// Characters of a word that are looked at; a longer one is no slip of the pen.
  private static let longest = 64

  /// The word of the fewest edits away, the first of equals; nil if there is none.
  package static func nearest(to word: String, among words: [String]) -> String? {
    words.enumerated().min {
      let left = distance(word, $0.element)
      let right = distance(word, $1.element)
      return left == right ? $0.offset < $1.offset : left < right
    }?.element
  }

  /// Insertions, removals, changes and swaps of neighbours that turn one word into the other,
  /// letters of both cases alike (optimal string alignment).
  package static func distance(_ left: String, _ right: String) -> Int {
    let left = Array(left.lowercased().prefix(longest))
    let right = Array(right.lowercased().prefix(longest))
    var before: [Int] = []
    var above = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let change = above[column] + (left[row] == right[column] ? 0 : 1)
        var best = min(change, above[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, before[column - 1] + 1)
        }
        current.append(best)
      }
      before = above
      above = current
    }
    return above[right.count]
  }
}
