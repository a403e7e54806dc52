import Bytes

/// The fields of one line of comma-separated values.
enum CommaFields {
  /// More fields than any file has.
  static let most = 512

  /// Splits a line. A quoted field may hold commas and doubled quotes; a quote that neither comma nor
  /// end follows stands for itself, and one that is missing at the end is taken as there. Blanks
  /// around a field do not count, blanks inside quotes do.
  static func split(_ line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var fields: [ArraySlice<UInt8>] = []
    var rest = line
    while fields.count < most {
      let (field, end) = first(of: rest)
      fields.append(field)
      guard end < rest.endIndex else { break }
      rest = rest[(end + 1)...]
    }
    return fields
  }

  /// The first field and the index of the comma after it, or the end.
  private static func first(of line: ArraySlice<UInt8>) -> (ArraySlice<UInt8>, Int) {
    let start = line.firstIndex { !isBlank($0) } ?? line.endIndex
    if start < line.endIndex, line[start] == quote { return quoted(line[(start + 1)...]) }
    let end = line[start...].firstIndex(of: ASCII.comma) ?? line.endIndex
    return (trimmed(line[start..<end]), end)
  }

  private static func quoted(_ line: ArraySlice<UInt8>) -> (ArraySlice<UInt8>, Int) {
    var text: [UInt8] = []
    var index = line.startIndex
    while index < line.endIndex {
      if line[index] == quote {
        if index + 1 < line.endIndex, line[index + 1] == quote {
          index += 1
        } else if let end = end(of: line, after: index) {
          return (text[...], end)
        }
      }
      text.append(line[index])
      index += 1
    }
    return (text[...], line.endIndex)
  }

  /// Where the comma or the end is that makes a quote the last of its field; nil if something else
  /// follows.
  private static func end(of line: ArraySlice<UInt8>, after quote: Int) -> Int? {
    let next = line[(quote + 1)...].firstIndex { !isBlank($0) } ?? line.endIndex
    return next == line.endIndex || line[next] == ASCII.comma ? next : nil
  }

  static func trimmed(_ field: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var field = field
    while let last = field.last, isBlank(last) { field.removeLast() }
    while let first = field.first, isBlank(first) { field.removeFirst() }
    return field
  }

  private static let quote = UInt8(ascii: "\"")

  private static func isBlank(_ byte: UInt8) -> Bool { byte == ASCII.space || byte == ASCII.tab }
}
