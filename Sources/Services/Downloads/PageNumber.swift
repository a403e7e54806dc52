/// Pages of a listing, counted from 1.
enum PageNumber {
  /// Nobody turns more pages.
  static let last = 10_000

  /// How many entries lie before a page; nil for a page that no listing has.
  static func skipped(before page: Int, of length: Int) -> Int? {
    (1...last).contains(page) ? (page - 1) * length : nil
  }
}
