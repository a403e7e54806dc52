import Bytes
import FlightModel

/// An airspace file in OpenAir's form, checked and counted. It is kept as it came; nothing is drawn.
package struct OpenAirFile: Equatable, Sendable {
  /// Airspaces that have a class, both limits and a shape.
  package var airspaceCount = 0
  /// Terrain: lines and areas of `TO` and `TC` records.
  package var terrainCount = 0

  /// Reads a file. An airspace with something missing is a bad line, that of its beginning. It never
  /// fails; a file of another kind has bad lines only.
  package static func read(_ bytes: [UInt8]) -> (file: OpenAirFile, badLines: BadLines) {
    var reader = OpenAirReader()
    for line in TextLines(bytes) { reader.read(line.number, line.bytes) }
    return reader.finish()
  }
}

/// Reads an OpenAir file line by line.
private struct OpenAirReader {
  /// An airspace or terrain while its lines are read.
  private struct Shape {
    var number: Int
    var isAirspace: Bool
    var hasFloor = false
    var hasCeiling = false
    /// Corners, and what closes itself counts for three.
    var corners = 0

    var complaint: String? {
      if isAirspace, !hasFloor || !hasCeiling { return "the airspace has no upper or lower limit" }
      return corners < (isAirspace ? 3 : 2) ? "the airspace has no shape" : nil
    }
  }

  private var file = OpenAirFile()
  private var badLines = BadLines()
  private var shape: Shape?
  private var hasCentre = false

  mutating func read(_ number: Int, _ line: ArraySlice<UInt8>) {
    let line = CommaFields.trimmed(line)
    guard let first = line.first, first != ASCII.asterisk, first != UInt8(ascii: "#") else {
      return
    }
    do throws(BadLine) {
      guard line.count <= TextLines.longest else { throw BadLine("too long") }
      let word = line.prefix { $0 != ASCII.space && $0 != ASCII.tab }
      guard word.count <= 2 else { throw BadLine("no record of an airspace file") }
      let command = String(decoding: word, as: UTF8.self).uppercased()
      let rest = line.dropFirst(word.count)
      try take(command, rest, number)
    } catch {
      badLines.add(number, error.reason)
    }
  }

  mutating func finish() -> (OpenAirFile, BadLines) {
    end()
    return (file, badLines)
  }

  private mutating func take(
    _ command: String, _ rest: ArraySlice<UInt8>, _ number: Int
  ) throws(BadLine) {
    switch command {
    case "AC", "TC", "TO":
      end()
      guard !CommaFields.trimmed(rest).isEmpty else { throw BadLine("\(command) says nothing") }
      shape = Shape(number: number, isAirspace: command == "AC")
      hasCentre = false
    case "AN", "AY", "AF", "AG", "AA", "AX", "AI", "AT", "SP", "SB": _ = try present()
    case "AH", "AL":
      _ = try present()
      guard OpenAirText.isAltitude(rest) else { throw BadLine("\(command) is no altitude") }
      if command == "AH" { shape?.hasCeiling = true } else { shape?.hasFloor = true }
    case "V": try setVariable(rest)
    case "DP", "DY": try add(corners: 1, ofPlaces: 1, rest)
    case "DB":
      guard hasCentre else { throw BadLine("the arc has no centre") }
      try add(corners: 3, ofPlaces: 2, rest)
    case "DA": try add(numbers: 3, rest)
    case "DC": try add(numbers: 1, rest)
    default: throw BadLine("\"\(command)\" is no record of an airspace file")
    }
  }

  private func present() throws(BadLine) -> Shape {
    guard let shape else { throw BadLine("no airspace has begun") }
    return shape
  }

  private mutating func add(
    corners: Int, ofPlaces count: Int, _ text: ArraySlice<UInt8>
  ) throws(BadLine) {
    _ = try present()
    guard OpenAirText.places(text)?.count == count else {
      throw BadLine(count == 1 ? "no position" : "no two positions")
    }
    shape?.corners += corners
  }

  private mutating func add(numbers count: Int, _ text: ArraySlice<UInt8>) throws(BadLine) {
    _ = try present()
    guard hasCentre else { throw BadLine("the circle has no centre") }
    guard let numbers = OpenAirText.numbers(text), numbers.count == count, numbers[0] > 0 else {
      throw BadLine("no radius")
    }
    shape?.corners += 3
  }

  /// `V X=place`, `V D=+`, `V W=width`, `V Z=zoom`.
  private mutating func setVariable(_ rest: ArraySlice<UInt8>) throws(BadLine) {
    let text = rest.filter { $0 != ASCII.space && $0 != ASCII.tab }
    let value = text.dropFirst(2)
    guard text.count > 2, text[1] == UInt8(ascii: "=") else { throw BadLine("V sets nothing") }
    switch text[0] {
    case UInt8(ascii: "X"), UInt8(ascii: "x"):
      guard OpenAirText.places(value)?.count == 1 else { throw BadLine("no position") }
      hasCentre = true
    case UInt8(ascii: "D"), UInt8(ascii: "d"):
      guard value.first == UInt8(ascii: "+") || value.first == ASCII.minus else {
        throw BadLine("no direction")
      }
    case UInt8(ascii: "W"), UInt8(ascii: "w"), UInt8(ascii: "Z"), UInt8(ascii: "z"):
      guard OpenAirText.numbers(value)?.count == 1 else { throw BadLine("no number") }
    default: throw BadLine("V sets something unknown")
    }
  }

  private mutating func end() {
    guard let shape else { return }
    self.shape = nil
    if let complaint = shape.complaint {
      badLines.add(shape.number, complaint)
    } else if shape.isAirspace {
      file.airspaceCount += 1
    } else {
      file.terrainCount += 1
    }
  }
}
