/// Reads the documents out of a stream of events (WHATWG HTML, 9.2.6); other events, fields and
/// comments are passed over.
package struct StatusEventReader {
  /// Bytes of the longest event; a longer one is passed over.
  package static let limit = 1 << 20

  private var line: [UInt8] = []
  private var data: [UInt8] = []
  private var isOther = false
  private var isTooLong = false

  package init() {}

  /// The document of each event that is whole with these bytes, as JSON.
  package mutating func take(_ bytes: some Sequence<UInt8>) -> [[UInt8]] {
    var documents: [[UInt8]] = []
    for byte in bytes {
      if byte != UInt8(ascii: "\n") {
        append(byte)
      } else if let document = endLine() {
        documents.append(document)
      }
    }
    return documents
  }

  /// Of an event that is too long only the line ends matter.
  private mutating func append(_ byte: UInt8) {
    if line.count + data.count >= Self.limit {
      isTooLong = true
      data = []
      line.removeLast(max(0, line.count - 2))
    }
    if !isTooLong || line.count < 2 { line.append(byte) }
  }

  private mutating func endLine() -> [UInt8]? {
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    defer { line.removeAll(keepingCapacity: true) }
    guard line.isEmpty else {
      takeField()
      return nil
    }
    defer { (data, isOther, isTooLong) = ([], false, false) }
    return data.isEmpty || isOther || isTooLong ? nil : data
  }

  private mutating func takeField() {
    if let value = value(of: "data:") {
      if !data.isEmpty { data.append(UInt8(ascii: "\n")) }
      data += value
    } else if let value = value(of: "event:") {
      isOther = !value.elementsEqual("status".utf8)
    }
  }

  /// What stands behind a field's name and one blank.
  private func value(of field: String) -> ArraySlice<UInt8>? {
    guard line.starts(with: field.utf8) else { return nil }
    let value = line.dropFirst(field.utf8.count)
    return value.first == UInt8(ascii: " ") ? value.dropFirst() : value
  }
}
