/// An element of a document with its attributes and the elements in it; text is left out.
package struct XMLElement: Equatable, Sendable {
  package var name: String
  package var attributes: [String: String]
  package var children: [XMLElement]

  package init(name: String, attributes: [String: String] = [:], children: [XMLElement] = []) {
    self.name = name
    self.attributes = attributes
    self.children = children
  }
}
