package import JSON

/// A page of what services give, as the API tells of it.
package struct CatalogueDocument: Equatable, Sendable {
  package struct Entry: Equatable, Sendable {
    package enum Kind: String, Sendable, CaseIterable {
      case folder, flight, task, waypoints, airspace
    }

    /// What it is fetched or listed by: `weglide/flights/500001`.
    package var path: String
    package var kind: Kind
    package var title: String
    package var detail: String
    /// `2026-07-04`: of a flight or task, or of the newest edition of a file.
    package var day: String?

    package init(
      path: String, kind: Kind, title: String, detail: String = "", day: String? = nil
    ) {
      self.path = path
      self.kind = kind
      self.title = title
      self.detail = detail
      self.day = day
    }

    package var json: JSONValue {
      [
        "path": .string(path), "kind": .string(kind.rawValue), "title": .string(title),
        "detail": .string(detail), "day": JSONValue(day),
      ]
    }

    init(_ reader: JSONReader) throws(DocumentError) {
      self.init(
        path: try reader.text("path"), kind: try reader.word("kind", Kind.self),
        title: try reader.text("title"), detail: try reader.text("detail"),
        day: try reader.textIfAny("day"))
    }
  }

  package var entries: [Entry]
  /// The number of the page that follows; nil at the end.
  package var nextPage: Int64?

  package init(_ entries: [Entry], nextPage: Int64? = nil) {
    self.entries = entries
    self.nextPage = nextPage
  }

  package var json: JSONValue {
    ["entries": .array(entries.map(\.json)), "next_page": JSONValue(nextPage)]
  }

  package init(json: JSONValue) throws(DocumentError) {
    let reader = JSONReader(json)
    entries = try reader.list("entries").map { (item) throws(DocumentError) in try Entry(item) }
    nextPage = try reader.integerIfAny("next_page")
  }
}

/// A map file from a catalogue that has a newer edition there.
package struct OutdatedFile: Equatable, Sendable {
  /// Of its row.
  package var id: String
  package var filename: String
  /// Where the newer edition is.
  package var path: String
  /// The day of the edition that is here, if it was told; and of the newer one.
  package var day: String?
  package var newDay: String

  package init(id: String, filename: String, path: String, day: String?, newDay: String) {
    self.id = id
    self.filename = filename
    self.path = path
    self.day = day
    self.newDay = newDay
  }

  package var json: JSONValue {
    [
      "id": .string(id), "filename": .string(filename), "path": .string(path),
      "day": JSONValue(day), "new_day": .string(newDay),
    ]
  }

  init(_ reader: JSONReader) throws(DocumentError) {
    self.init(
      id: try reader.text("id"), filename: try reader.text("filename"),
      path: try reader.text("path"), day: try reader.textIfAny("day"),
      newDay: try reader.text("new_day"))
  }

  package static func json(_ files: [OutdatedFile]) -> JSONValue {
    ["outdated": .array(files.map(\.json))]
  }

  package static func list(_ json: JSONValue) throws(DocumentError) -> [OutdatedFile] {
    try JSONReader(json).list("outdated").map { (item) throws(DocumentError) in
      try OutdatedFile(item)
    }
  }
}
