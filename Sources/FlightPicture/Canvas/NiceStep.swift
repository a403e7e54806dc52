/// Distances between lines of a grid or marks of an axis that people can read.
enum NiceStep {
  /// The largest of 1, 2, 5 times a power of ten that is not above `limit`; `limit` > 0.
  static func below(_ limit: Double) -> Double {
    var power = 1.0
    while power > limit { power /= 10 }
    while power * 10 <= limit { power *= 10 }
    if power * 5 <= limit { return power * 5 }
    return power * 2 <= limit ? power * 2 : power
  }

  /// The smallest of 1, 2, 5 times a power of ten that is not below `least`; `least` > 0.
  static func above(_ least: Double) -> Double {
    let step = below(least)
    if step >= least { return step }
    // Steps grow by at most 2.5.
    return below(step * 2.5)
  }

  /// Seconds between time marks so that `span` seconds have at most `count` of them.
  static func seconds(span: Double, count: Double) -> Int64 {
    let steps: [Int64] = [
      5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200,
    ]
    let least = span / count
    if let step = steps.first(where: { Double($0) >= least }) { return step }
    return Int64((least / 86_400).rounded(.up)) * 86_400
  }
}
