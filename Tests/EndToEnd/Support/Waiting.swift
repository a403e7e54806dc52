/// Something that was waited for and did not come.
struct Overdue: Error, CustomStringConvertible {
  let description: String
}

/// Asks until `condition` gives something, with short pauses, for at most `seconds`.
///
/// The limit is for a machine that is busy with other things; what is waited for comes in a fraction
/// of it. `detail` is what a failure tells besides.
@discardableResult
func eventually<Value>(
  _ what: String, within seconds: Double = 120, detail: () -> String = { "" },
  _ condition: () async throws -> Value?
) async throws -> Value {
  let deadline = ContinuousClock.now + .seconds(seconds)
  while true {
    if let value = try await condition() { return value }
    if ContinuousClock.now > deadline {
      throw Overdue(description: "no \(what) in \(seconds) s \(detail())")
    }
    try await Task.sleep(for: .milliseconds(20))
  }
}

extension Bool {
  /// Itself if true, for `eventually`.
  var orNil: Bool? { self ? true : nil }
}
