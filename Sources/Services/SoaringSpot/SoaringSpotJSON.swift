import HTTPClient
import JSON

/// Reading JSON whose names are known roughly.
extension JSONValue {
  /// The member of the first of these keys that is there and not null.
  func member(_ keys: String...) -> JSONValue? { member(keys) }

  private func member(_ keys: [String]) -> JSONValue? {
    keys.lazy.compactMap { self[$0] }.first { !$0.isNull }
  }

  /// The text or the whole number of one of these keys, as it may stand in a line; nil where it is
  /// empty.
  func words(_ keys: String...) -> String? { member(keys)?.line }

  private var line: String? {
    if let integer { return String(integer) }
    guard let string else { return nil }
    let text = UplinkResponse.spoken(string)
    return text.isEmpty ? nil : text
  }

  /// A list that stands alone, under one of these names, or embedded under a link relation that ends
  /// in one of them (HAL).
  func list(_ names: [String]) -> [JSONValue]? {
    if let array { return array }
    if let array = names.lazy.compactMap({ self[$0]?.array }).first { return array }
    let embedded = self["_embedded"]?.object?.members ?? []
    return embedded.first { member in
      names.contains { member.key == $0 || member.key.hasSuffix("/\($0)") }
    }?.value.array
  }

  /// Whether a list says that a page follows this one; a list that says nothing is whole.
  func tellsOfMore(behind page: Int) -> Bool {
    if let more = member("has_more", "hasMore")?.bool { return more }
    if let last = member("pages", "total_pages", "last_page")?.integer { return last > page }
    return member("next", "next_page") != nil
  }

  /// A country in two capitals, as a text or an object with a code.
  var countryCode: String? {
    guard let text = string ?? member("code", "country", "iso", "id")?.string,
      text.utf8.count == 2, text.utf8.allSatisfy({ (0x41...0x5A) ~= $0 & 0xDF })
    else { return nil }
    return text.uppercased()
  }

  var competitionNumber: String? { words("competition_number", "contestant_number", "cn") }

  /// A pilot's name, of a flight or of a pilot.
  var pilot: String? {
    let person = member("pilot", "contestant") ?? self
    if let name = person.line ?? person.words("name", "pilot_name") { return name }
    let names = [person.words("first_name"), person.words("last_name")].compactMap { $0 }
    return names.isEmpty ? nil : UplinkResponse.spoken(names.joined(separator: " "))
  }
}
