import HTTPClient
package import JSON

/// What stands in a line of a listing, made of what a service tells.
package enum EntryText {
  /// The texts that are there, with a comma between them, at most 200 characters.
  package static func joined(_ texts: String?...) -> String {
    let there = texts.compactMap { $0 }.filter { !$0.isEmpty }
    return UplinkResponse.spoken(there.joined(separator: ", "))
  }

  /// Kilometres as people read them: `512 km`; nil for what is no distance.
  package static func kilometres(_ km: Double?) -> String? {
    guard let km, (0.5...40_100).contains(km) else { return nil }
    return "\(Int(km.rounded())) km"
  }
}

extension JSONValue {
  /// The text of a member, bounded and printable; nil where it is none or empty.
  package func text(_ key: String) -> String? {
    self[key]?.string.map(UplinkResponse.spoken).flatMap { $0.isEmpty ? nil : $0 }
  }
}
