/// Why a document was refused.
package enum XMLError: Error, Equatable, Sendable, CustomStringConvertible {
  /// No well-formed XML, or cut off; expat's words.
  case malformed(line: Int, String)
  /// It declares entities or a document type of its own, which are never expanded or fetched.
  case hasDocumentType(line: Int)
  /// Longer, deeper or larger in number than what was allowed.
  case beyond(line: Int, Bound)
  case outOfMemory

  /// What was passed.
  package enum Bound: String, Equatable, Sendable {
    case bytes, depth, elements, attributes, text
  }

  /// Operation, cause and what to do.
  package var description: String {
    switch self {
    case .malformed(let line, let cause):
      "read the XML: \(cause) in line \(line); export the file again"
    case .hasDocumentType(let line):
      "read the XML: line \(line) declares a document type, which no file of this kind has; export the "
        + "file again"
    case .beyond(let line, let bound):
      "read the XML: too much \(bound.rawValue) by line \(line); this is no file of this kind"
    case .outOfMemory: "read the XML: no memory; close other programs"
    }
  }
}
