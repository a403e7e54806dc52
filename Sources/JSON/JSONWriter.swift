import CJansson

extension JSONValue {
  /// How a text is laid out.
  package enum Layout: Sendable {
    /// One line without blanks.
    case compact
    /// Two blanks a level, for people and golden files.
    case indented
  }

  /// The text of this value in UTF-8, without a line end, written by `json_dumps`. Real numbers have
  /// up to 15 significant digits; one that is not finite becomes null.
  package func bytes(_ layout: Layout = .compact) -> [UInt8] {
    guard let root = node() else { return Array("null".utf8) }
    defer { json_decref(root) }
    let flags = layout == .compact ? barograph_json_compact_flags : barograph_json_indent_flags
    guard let text = json_dumps(root, flags) else { return Array("null".utf8) }
    defer { barograph_json_free(text) }
    return Array(UnsafeRawBufferPointer(start: text, count: barograph_json_length(text)))
  }

  /// The text of this value.
  package func text(_ layout: Layout = .compact) -> String {
    String(decoding: bytes(layout), as: UTF8.self)
  }

  /// A Jansson value that the caller owns; nil only when memory is exhausted.
  private func node() -> UnsafeMutablePointer<json_t>? {
    switch self {
    case .null: return json_null()
    case .bool(let flag): return flag ? json_true() : json_false()
    case .integer(let number): return json_integer(json_int_t(number))
    case .double(let number): return number.isFinite ? json_real(number) : json_null()
    case .string(var text):
      return text.withUTF8 { utf8 in
        utf8.withMemoryRebound(to: CChar.self) { json_stringn_nocheck($0.baseAddress, $0.count) }
          ?? json_string("")
      }
    case .array(let elements):
      guard let array = json_array() else { return nil }
      for element in elements { json_array_append_new(array, element.node() ?? json_null()) }
      return array
    case .object(let object):
      guard let node = json_object() else { return nil }
      for member in object.members {
        json_object_set_new_nocheck(node, member.key, member.value.node() ?? json_null())
      }
      return node
    }
  }
}
