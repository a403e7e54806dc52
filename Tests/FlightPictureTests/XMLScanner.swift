/// A strict reader of the XML that a picture may consist of: elements, attributes in double quotes,
/// text, the five named entities and numeric ones. Anything else is an error.
struct XMLScanner {
  struct Malformed: Error, CustomStringConvertible {
    var description: String
  }

  private(set) var elements: [(name: String, attributes: [String: String])] = []
  private(set) var texts: [String] = []
  private var rest: Substring
  private var open: [String] = []

  init(_ bytes: [UInt8]) throws {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Malformed(description: "not UTF-8")
    }
    rest = text[...]
    try scan()
  }

  private mutating func scan() throws {
    while !rest.isEmpty {
      if rest.hasPrefix("</") {
        let name = try upTo(">").dropFirst(2)
        guard open.popLast() == String(name) else { throw failure("closing \(name)") }
      } else if rest.hasPrefix("<") {
        guard elements.isEmpty || !open.isEmpty else { throw failure("a second root") }
        try element(String(try upTo(">").dropFirst()))
      } else {
        let text = String(rest.prefix { $0 != "<" })
        rest = rest.dropFirst(text.count)
        if open.isEmpty, text.contains(where: { !$0.isWhitespace }) { throw failure("stray text") }
        texts.append(try decoded(text))
      }
    }
    guard open.isEmpty, !elements.isEmpty else { throw failure("end") }
  }

  private mutating func element(_ body: String) throws {
    var body = body[...]
    let isEmpty = body.last == "/"
    if isEmpty { body = body.dropLast() }
    let name = String(body.prefix { $0 != " " })
    guard !name.isEmpty, name.allSatisfy({ $0.isLetter }) else { throw failure("name \(name)") }
    body = body.dropFirst(name.count)
    var attributes: [String: String] = [:]
    while let space = body.first {
      guard space == " " else { throw failure("attributes of \(name)") }
      let key = String(body.dropFirst().prefix { $0 != "=" })
      body = body.dropFirst(key.count + 1)
      guard body.hasPrefix("=\""), attributes[key] == nil else { throw failure("key \(key)") }
      let value = body.dropFirst(2).prefix { $0 != "\"" }
      body = body.dropFirst(value.count + 3)
      attributes[key] = try decoded(String(value))
    }
    elements.append((name, attributes))
    if !isEmpty { open.append(name) }
  }

  private func decoded(_ text: String) throws -> String {
    var result = ""
    var rest = text[...]
    while let character = rest.first {
      rest = rest.dropFirst()
      guard character != ">" else { throw failure("bare >") }
      guard character == "&" else {
        result.append(character)
        continue
      }
      let name = String(rest.prefix { $0 != ";" })
      let known = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "#39": "'"]
      guard let value = known[name] else { throw failure("entity \(name)") }
      result += value
      rest = rest.dropFirst(name.count + 1)
    }
    return result
  }

  private mutating func upTo(_ end: Character) throws -> Substring {
    let part = rest.prefix { $0 != end }
    rest = rest.dropFirst(part.count)
    guard rest.first == end else { throw failure("no \(end)") }
    rest = rest.dropFirst()
    return part
  }

  private func failure(_ what: String) -> Malformed {
    Malformed(description: "\(what) before: \(rest.prefix(60))")
  }
}
