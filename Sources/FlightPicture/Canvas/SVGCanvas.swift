import Bytes

/// How a text looks.
struct TextStyle {
  enum Anchor: String { case start, middle, end }

  var size: Double
  var isBold = false
  var fill = Ink.text
  var anchor = Anchor.start
  /// A white rim, for text over lines.
  var hasHalo = false
}

/// How a line looks.
struct Stroke {
  var color: Ink
  var width: Double
  var opacity = 1.0
  /// Lengths of dash and pause, `6 4`; nil is solid.
  var dash: String?
}

/// Writes SVG elements as bytes; every text and attribute is escaped here.
struct SVGCanvas {
  private var bytes: [UInt8] = []
  private let theme: Theme

  /// Opens the document. The size is in pixels.
  init(width: Double, height: Double, title: String) {
    theme = .light
    let (width, height) = (Self.number(width), Self.number(height))
    bytes.append(text: #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(width)""#)
    bytes.append(text: #" height="\#(height)" viewBox="0 0 \#(width) \#(height)" role="img""#)
    bytes.append(
      text: #" font-family="'Helvetica Neue',Helvetica,Arial,'DejaVu Sans',sans-serif">"#)
    bytes.append(text: "\n<title>\(XMLText.escaped(title))</title>\n")
  }

  /// Opens a drawing within a page that has the page's colours and fills its column.
  init(viewWidth: Double, height: Double, title: String, description: String = "") {
    theme = .page
    open(width: viewWidth, height: height, [("role", "img")])
    bytes.append(text: "<title>\(XMLText.escaped(title))</title>\n")
    guard !description.isEmpty else { return }
    bytes.append(text: "<desc>\(XMLText.escaped(description))</desc>\n")
  }

  /// Opens a drawing within a page that tells nothing.
  init(ornamentWidth: Double, height: Double, isStretched: Bool = true) {
    theme = .page
    var attributes = [("aria-hidden", "true")]
    if isStretched { attributes.append(("preserveAspectRatio", "none")) }
    open(width: ornamentWidth, height: height, attributes)
  }

  private mutating func open(width: Double, height: Double, _ attributes: [(String, String)]) {
    let box = "0 0 \(Self.number(width)) \(Self.number(height))"
    open("svg", [("xmlns", "http://www.w3.org/2000/svg"), ("viewBox", box)] + attributes)
    bytes.append(text: ">\n")
  }

  /// Closes the document.
  consuming func finished() -> [UInt8] {
    bytes.append(text: "</svg>\n")
    return bytes
  }

  /// Draws elements together, under a class that a page's style may name.
  mutating func group(_ name: String, _ draw: (inout SVGCanvas) -> Void) {
    open("g", [("class", name)])
    bytes.append(text: ">\n")
    draw(&self)
    bytes.append(text: "</g>\n")
  }

  mutating func rectangle(
    _ frame: Frame, fill: Ink, stroke: Ink? = nil, radius: Double = 0
  ) {
    var attributes = [
      ("x", Self.number(frame.x)), ("y", Self.number(frame.y)),
      ("width", Self.number(frame.width)), ("height", Self.number(frame.height)),
      ("fill", theme.value(fill)),
    ]
    if let stroke { attributes.append(("stroke", theme.value(stroke))) }
    if radius > 0 { attributes.append(("rx", Self.number(radius))) }
    element("rect", attributes)
  }

  mutating func line(x1: Double, y1: Double, x2: Double, y2: Double, _ stroke: Stroke) {
    var path = SVGPath()
    path.move(x1, y1)
    path.line(x2, y2)
    self.stroke(path, stroke)
  }

  /// Draws a path's line; an empty path draws nothing.
  mutating func stroke(_ path: SVGPath, _ stroke: Stroke) {
    guard !path.isEmpty else { return }
    var attributes = [
      ("d", path.text), ("fill", "none"), ("stroke", theme.value(stroke.color)),
      ("stroke-width", Self.number(stroke.width)), ("stroke-linejoin", "round"),
      ("stroke-linecap", stroke.dash == nil ? "round" : "butt"),
    ]
    if stroke.opacity < 1 { attributes.append(("stroke-opacity", String(stroke.opacity))) }
    if let dash = stroke.dash { attributes.append(("stroke-dasharray", dash)) }
    element("path", attributes)
  }

  /// Fills a path, with a rim of `stroke` if given.
  mutating func fill(
    _ path: SVGPath, _ color: Ink, opacity: Double = 1, stroke: Ink? = nil
  ) {
    guard !path.isEmpty else { return }
    var attributes = [("d", path.text), ("fill", theme.value(color))]
    if opacity < 1 { attributes.append(("fill-opacity", String(opacity))) }
    if let stroke {
      attributes += [
        ("stroke", theme.value(stroke)), ("stroke-width", "1.5"), ("stroke-linejoin", "round"),
      ]
    }
    element("path", attributes)
  }

  /// Fills a path and draws its line.
  mutating func area(_ path: SVGPath, _ color: Ink, opacity: Double, line: Double) {
    guard !path.isEmpty else { return }
    let color = theme.value(color)
    element(
      "path",
      [
        ("d", path.text), ("fill", color), ("fill-opacity", String(opacity)), ("stroke", color),
        ("stroke-width", Self.number(line)), ("stroke-opacity", "0.75"),
        ("stroke-linejoin", "round"),
      ])
  }

  mutating func text(_ content: String, x: Double, y: Double, _ style: TextStyle) {
    guard !content.isEmpty else { return }
    var attributes = [
      ("x", Self.number(x)), ("y", Self.number(y)), ("font-size", Self.number(style.size)),
      ("fill", theme.value(style.fill)),
    ]
    if style.isBold { attributes.append(("font-weight", "bold")) }
    if style.anchor != .start { attributes.append(("text-anchor", style.anchor.rawValue)) }
    if style.hasHalo {
      attributes += [
        ("stroke", theme.value(.sheet)), ("stroke-width", "4"), ("stroke-linejoin", "round"),
        ("paint-order", "stroke"),
      ]
    }
    open("text", attributes)
    bytes.append(text: ">\(XMLText.escaped(content))</text>\n")
  }

  private mutating func element(_ name: String, _ attributes: [(String, String)]) {
    open(name, attributes)
    bytes.append(text: "/>\n")
  }

  private mutating func open(_ name: String, _ attributes: [(String, String)]) {
    bytes.append(text: "<\(name)")
    for (key, value) in attributes { bytes.append(text: " \(key)=\"\(XMLText.escaped(value))\"") }
  }

  /// A length with at most one decimal; what is no number becomes 0.
  static func number(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    let tenths = Int((min(1e7, max(-1e7, value)) * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    let rest = tenths.magnitude % 10
    return "\(sign)\(tenths.magnitude / 10)" + (rest == 0 ? "" : ".\(rest)")
  }

  /// A text cut to a number of scalars, with an ellipsis where it was cut.
  static func shortened(_ text: String, to count: Int) -> String {
    let scalars = text.unicodeScalars
    guard scalars.count > count else { return text }
    return String(String.UnicodeScalarView(scalars.prefix(count - 1))) + "…"
  }
}
