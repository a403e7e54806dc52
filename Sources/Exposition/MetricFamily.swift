/// One metric in Prometheus' text format, 0.0.4: what it means, and its samples.
package struct MetricFamily: Equatable, Sendable {
  package enum Kind: String, Sendable {
    case gauge
    /// Grows, and begins anew with the daemon.
    case counter
    case histogram
  }

  /// With its unit: `barograph_storage_free_bytes`.
  package var name: String
  package var kind: Kind
  /// One sentence.
  package var help: String
  private var lines: [String] = []

  package init(_ name: String, _ kind: Kind, _ help: String) {
    self.name = name
    self.kind = kind
    self.help = help
  }

  /// Adds a sample; what is unknown, or no number, is none.
  package mutating func add(_ value: Double?, _ labels: (String, String)...) {
    add(value, suffix: "", labels)
  }

  /// Adds a whole number as a sample.
  package mutating func add(_ value: Int64?, _ labels: (String, String)...) {
    add(value.map { Double($0) }, suffix: "", labels)
  }

  /// Adds a histogram. `counts` are those of each class alone, one more than there are `bounds`.
  package mutating func add(bounds: [Double], counts: [Int64], sum: Double) {
    var total: Int64 = 0
    for (index, count) in counts.enumerated() {
      total &+= count
      let bound = index < bounds.count ? Self.text(bounds[index]) : "+Inf"
      add(Double(total), suffix: "_bucket", [("le", bound)])
    }
    add(sum, suffix: "_sum", [])
    add(Double(total), suffix: "_count", [])
  }

  private mutating func add(_ value: Double?, suffix: String, _ labels: [(String, String)]) {
    guard let value, value.isFinite else { return }
    let pairs = labels.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }
    let braces = pairs.isEmpty ? "" : "{\(pairs.joined(separator: ","))}"
    lines.append("\(name)\(suffix)\(braces) \(Self.text(value))")
  }

  /// The lines; none without a sample.
  package var text: String {
    guard !lines.isEmpty else { return "" }
    let head = "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    return head + lines.joined(separator: "\n") + "\n"
  }

  /// A whole number without a point.
  private static func text(_ value: Double) -> String {
    Int64(exactly: value).map { String($0) } ?? "\(value)"
  }

  /// Inside the quotes of a label.
  private static func escaped(_ value: String) -> String {
    var text = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\\": text += "\\\\"
      case "\"": text += "\\\""
      case "\n": text += "\\n"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
