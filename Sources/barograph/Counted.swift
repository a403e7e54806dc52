/// A number of things as people say it: `1 flight`, `2 flights`.
enum Counted {
  static func text(_ count: some BinaryInteger, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }
}
