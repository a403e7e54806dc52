/// One line of the screen: characters of ASCII in fixed columns, some of them in a tone.
struct FrameLine: Equatable, Sendable {
  /// What a word says once more by its look; without colours the word alone says it.
  enum Tone: String, Sendable {
    case good = "32"
    case warning = "33"
    case bad = "1;31"
    case faint = "2"
    case strong = "1"
  }

  private struct Mark: Equatable, Sendable {
    var columns: Range<Int>
    var tone: Tone
  }

  private(set) var text = ""
  private var marks: [Mark] = []

  init(_ text: String = "", _ tone: Tone? = nil) { add(text, tone) }

  /// Text and blanks up to `column`.
  init(_ text: String, to column: Int) { add(text, to: column) }

  /// The columns that are taken.
  var width: Int { text.utf8.count }

  /// Appends text; what is no character of ASCII becomes a question mark.
  mutating func add(_ text: String, _ tone: Tone? = nil) {
    let start = width
    for scalar in text.unicodeScalars {
      self.text.unicodeScalars.append((0x20..<0x7F).contains(scalar.value) ? scalar : "?")
    }
    if let tone, width > start { marks.append(Mark(columns: start..<width, tone: tone)) }
  }

  /// Appends text and blanks up to `column`, at least one.
  mutating func add(_ text: String, _ tone: Tone? = nil, to column: Int) {
    add(text, tone)
    add(String(repeating: " ", count: max(1, column - width)))
  }

  /// Appends text that ends at `column`, after at least one blank.
  mutating func add(_ text: String, _ tone: Tone? = nil, endingAt column: Int) {
    add(String(repeating: " ", count: max(width == 0 ? 0 : 1, column - width - text.utf8.count)))
    add(text, tone)
  }

  /// Appends text that ends at `column`; what is in its way is cut.
  mutating func add(_ text: String, _ tone: Tone? = nil, atEdge column: Int) {
    let room = max(0, column - text.utf8.count - 1)
    if width > room {
      self.text = String(decoding: self.text.utf8.prefix(room), as: UTF8.self)
      marks = marks.filter { $0.columns.upperBound <= room }
    }
    add(text, tone, endingAt: column)
  }

  /// All of it in the faintest tone: it was so, and need not be so any more.
  var faded: FrameLine { FrameLine(text, .faint) }

  /// Cut at `width` columns, with its tones as escape sequences if wanted, never blinking.
  func rendered(width: Int, hasColour: Bool) -> String {
    let shown = Array(text.utf8.prefix(max(0, width)))
    guard hasColour else { return String(decoding: shown, as: UTF8.self) }
    var result = ""
    var column = 0
    for mark in marks where mark.columns.lowerBound < shown.count {
      let end = min(mark.columns.upperBound, shown.count)
      result += String(decoding: shown[column..<mark.columns.lowerBound], as: UTF8.self)
      let word = String(decoding: shown[mark.columns.lowerBound..<end], as: UTF8.self)
      result += "\u{1B}[\(mark.tone.rawValue)m\(word)\u{1B}[0m"
      column = end
    }
    return result + String(decoding: shown[column...], as: UTF8.self)
  }

  /// A line across the screen.
  static func rule(_ width: Int) -> FrameLine {
    FrameLine(String(repeating: "-", count: max(0, width)), .faint)
  }
}
