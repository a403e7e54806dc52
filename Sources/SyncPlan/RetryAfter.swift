/// The wait that `Retry-After` asks for: RFC 9110, 10.2.3.
package enum RetryAfter {
  /// Milliseconds where the header is absent or cannot be read.
  package static let absentMs: Int64 = 30_000
  /// The bounds of what is obeyed, in milliseconds: a second, and an hour.
  package static let boundsMs: ClosedRange<Int64> = 1_000...3_600_000

  /// Milliseconds to wait for a header of seconds or of a date. A date is compared with the answer's
  /// own `Date`, so that no clock of this machine takes part; without one it cannot be read.
  package static func waitMs(_ header: String?, date: String?) -> Int64 {
    guard let header else { return absentMs }
    let text = header.trimmed
    guard let seconds = seconds(text) ?? interval(to: text, from: date) else { return absentMs }
    return min(max(seconds, boundsMs.lowerBound / 1000), boundsMs.upperBound / 1000) * 1000
  }

  /// Digits alone; more than fit saturate.
  private static func seconds(_ text: Substring) -> Int64? {
    let isNumber = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    return isNumber ? Int64(text) ?? .max : nil
  }

  private static func interval(to text: Substring, from date: String?) -> Int64? {
    guard let date, let then = HTTPDate(text), let now = HTTPDate(date.trimmed) else { return nil }
    return then.seconds - now.seconds
  }
}

extension String {
  fileprivate var trimmed: Substring {
    var rest = self[...]
    while let first = rest.first, first == " " || first == "\t" { rest.removeFirst() }
    while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
    return rest
  }
}
