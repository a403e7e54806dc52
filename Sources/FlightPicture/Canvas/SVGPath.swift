import Bytes

/// The data of a path element.
struct SVGPath {
  private var bytes: [UInt8] = []

  var isEmpty: Bool { bytes.isEmpty }
  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func move(_ x: Double, _ y: Double) { point("M", x, y) }
  mutating func line(_ x: Double, _ y: Double) { point("L", x, y) }
  /// A line from one place to another; one that continues begins where the last one ended.
  mutating func segment(_ from: PlanePoint, _ to: PlanePoint, continues: Bool) {
    if !continues { move(from.x, from.y) }
    line(to.x, to.y)
  }

  mutating func close() { bytes.append(text: "Z") }

  private mutating func point(_ letter: String, _ x: Double, _ y: Double) {
    bytes.append(text: letter)
    bytes.append(text: SVGCanvas.number(x))
    bytes.append(ASCII.space)
    bytes.append(text: SVGCanvas.number(y))
  }

  /// A closed polygon.
  static func polygon(_ corners: [(x: Double, y: Double)]) -> SVGPath {
    var path = SVGPath()
    for (index, corner) in corners.enumerated() {
      if index == 0 { path.move(corner.x, corner.y) } else { path.line(corner.x, corner.y) }
    }
    path.close()
    return path
  }
}

extension SVGPath {
  /// A triangle that points up.
  static func triangle(_ at: PlanePoint, size: Double) -> SVGPath {
    .polygon([
      (at.x, at.y - size), (at.x + size * 0.9, at.y + size * 0.7),
      (at.x - size * 0.9, at.y + size * 0.7),
    ])
  }

  static func square(_ at: PlanePoint, size: Double) -> SVGPath {
    .polygon([
      (at.x - size, at.y - size), (at.x + size, at.y - size), (at.x + size, at.y + size),
      (at.x - size, at.y + size),
    ])
  }

  /// A circle as a polygon of sixteen corners, which is round enough at this size.
  static func disc(_ at: PlanePoint, radius: Double) -> SVGPath {
    let quarter = [(1.0, 0.0), (0.924, 0.383), (0.707, 0.707), (0.383, 0.924)]
    var corners: [(x: Double, y: Double)] = []
    for turn in 0..<4 {
      for (x, y) in quarter {
        let (cos, sin) = [(x, y), (-y, x), (-x, -y), (y, -x)][turn]
        corners.append((at.x + radius * cos, at.y + radius * sin))
      }
    }
    return .polygon(corners)
  }
}
