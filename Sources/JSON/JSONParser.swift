import CJansson

/// Why a text is no acceptable JSON.
package struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
  /// From 1; 0 when the whole text is refused.
  package var line: Int
  /// From 1, in bytes; 0 when the whole text is refused.
  package var column: Int
  package var message: String

  package init(line: Int, column: Int, message: String) {
    self.line = line
    self.column = column
    self.message = message
  }

  package var description: String {
    line == 0 ? "not usable JSON: \(message)" : "no JSON at \(line):\(column): \(message)"
  }
}

extension JSONValue {
  /// What a text may cost before it is refused.
  package struct Limits: Sendable {
    package var bytes: Int
    /// Objects and arrays inside each other.
    package var depth: Int

    /// A mebibyte and 64 levels: control documents are a few kilobytes and five levels.
    package init(bytes: Int = 1 << 20, depth: Int = 64) {
      self.bytes = bytes
      self.depth = depth
    }
  }

  /// Reads one JSON text with `json_loadb`. Refused are duplicate keys, bytes after the value,
  /// invalid UTF-8, escaped NUL, whole numbers beyond 64 bits and real numbers beyond a double.
  package static func parse(
    _ bytes: [UInt8], limits: Limits = Limits()
  ) throws(JSONError) -> JSONValue {
    guard bytes.count <= limits.bytes else {
      throw JSONError(line: 0, column: 0, message: "longer than \(limits.bytes) bytes")
    }
    try checkDepth(bytes, limit: limits.depth)
    var failure = json_error_t()
    let root = bytes.withUnsafeBytes { raw in
      json_loadb(
        raw.baseAddress?.assumingMemoryBound(to: CChar.self), raw.count,
        barograph_json_decode_flags, &failure)
    }
    guard let root else {
      throw JSONError(
        line: max(1, Int(failure.line)), column: max(1, Int(failure.column)),
        message: bytes.isEmpty ? "the text is empty" : text(of: failure))
    }
    defer { json_decref(root) }
    return value(of: root)
  }

  /// Reads one JSON text.
  package static func parse(
    _ text: String, limits: Limits = Limits()
  ) throws(JSONError) -> JSONValue {
    try parse(Array(text.utf8), limits: limits)
  }

  /// Refuses deep nesting before the recursive parser sees it; counts brackets outside strings.
  private static func checkDepth(_ bytes: [UInt8], limit: Int) throws(JSONError) {
    var depth = 0
    var line = 1
    var lineStart = 0
    var inString = false
    var isEscaped = false
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "\n") {
        line += 1
        lineStart = index + 1
      }
      if inString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          inString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): inString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        if depth > limit {
          throw JSONError(
            line: line, column: index - lineStart + 1, message: "nested deeper than \(limit)")
        }
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
    }
  }

  private static func text(of failure: json_error_t) -> String {
    withUnsafeBytes(of: failure.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// Copies a borrowed Jansson value; its depth was bounded before it was parsed.
  private static func value(of node: UnsafeMutablePointer<json_t>) -> JSONValue {
    switch barograph_json_kind(node) {
    case BAROGRAPH_JSON_OBJECT:
      var object = JSONObject()
      var position = json_object_iter(node)
      while let current = position {
        if let key = json_object_iter_key(current), let child = json_object_iter_value(current) {
          object.append(key: String(cString: key), value: value(of: child))
        }
        position = json_object_iter_next(node, current)
      }
      return .object(object)
    case BAROGRAPH_JSON_ARRAY:
      return .array(
        (0..<json_array_size(node)).compactMap { json_array_get(node, $0).map(value(of:)) })
    case BAROGRAPH_JSON_STRING:
      let bytes = UnsafeRawBufferPointer(
        start: json_string_value(node), count: json_string_length(node))
      return .string(String(decoding: bytes, as: UTF8.self))
    case BAROGRAPH_JSON_INTEGER: return .integer(Int64(json_integer_value(node)))
    case BAROGRAPH_JSON_REAL: return .double(json_real_value(node))
    case BAROGRAPH_JSON_TRUE: return .bool(true)
    case BAROGRAPH_JSON_FALSE: return .bool(false)
    default: return .null
    }
  }
}
