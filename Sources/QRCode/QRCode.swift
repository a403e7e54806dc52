import CQREncode
import Glibc

/// Why a text has no code.
package struct QRCodeError: Error, Equatable, Sendable, CustomStringConvertible {
  package var cause: String
  /// What to do.
  package var hint: String

  package var description: String { "no QR code: \(cause); \(hint)" }
}

/// A text as a square of dark and light modules that cameras read (ISO/IEC 18004), with error
/// correction of 15 %.
package struct QRCode: Equatable, Sendable {
  /// Modules of light space that readers want around it.
  package static let margin = 4
  /// Bytes of the longest text.
  package static let longest = 500

  /// Modules along a side, without the margin.
  package let size: Int
  private let dark: [Bool]

  /// Makes the code of a text without NUL.
  package init(_ text: String) throws(QRCodeError) {
    guard (1...Self.longest).contains(text.utf8.count), !text.utf8.contains(0) else {
      throw QRCodeError(
        cause: "a text has 1 to \(Self.longest) bytes", hint: "give a shorter address")
    }
    guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else {
      throw QRCodeError(
        cause: String(cString: strerror(errno)), hint: "give a shorter address")
    }
    defer { QRcode_free(code) }
    size = Int(code.pointee.width)
    let modules = UnsafeBufferPointer(start: code.pointee.data, count: size * size)
    dark = modules.map { $0 & 1 == 1 }
  }

  /// Whether a module is dark; outside the code everything is light.
  package func isDark(row: Int, column: Int) -> Bool {
    guard (0..<size).contains(row), (0..<size).contains(column) else { return false }
    return dark[row * size + column]
  }

  /// The rows and columns with the margin.
  private var whole: Range<Int> { -Self.margin..<(size + Self.margin) }
}

extension QRCode {
  /// How a terminal shows light and dark.
  package enum TerminalStyle: Sendable {
    /// Black on white by its colours, half a character high, whatever its own colours are.
    case colours
    /// Light as blocks, for a terminal with light letters on dark ground.
    case blocks
    /// The same in ASCII.
    case ascii
  }

  /// The code as lines of a terminal.
  package func text(_ style: TerminalStyle) -> String {
    switch style {
    case .colours:
      return lines {
        "\u{1B}[30;107m\($0)\u{1B}[0m\n"
      } block: {
        Self.block($0, $1)
      }
    case .blocks:
      return lines {
        "\($0)\n"
      } block: {
        Self.block(!$0, !$1)
      }
    case .ascii:
      return whole.map { row in
        whole.map { isDark(row: row, column: $0) ? "  " : "##" }.joined() + "\n"
      }.joined()
    }
  }

  /// Two rows in one line; `block` is the character of an upper and a lower module.
  private func lines(
    _ line: (String) -> String, block: (_ upper: Bool, _ lower: Bool) -> String
  ) -> String {
    stride(from: whole.lowerBound, to: whole.upperBound, by: 2).map { row in
      line(
        whole.map { column in
          block(isDark(row: row, column: column), isDark(row: row + 1, column: column))
        }.joined())
    }.joined()
  }

  private static func block(_ upper: Bool, _ lower: Bool) -> String {
    switch (upper, lower) {
    case (true, true): "█"
    case (true, false): "▀"
    case (false, true): "▄"
    case (false, false): " "
    }
  }

  /// The code as a picture to print: black on white, sharp at any size.
  package var svg: String {
    let side = whole.count
    let runs = (0..<size).flatMap { row in
      (0..<size).filter { isDark(row: row, column: $0) }.map { column in
        "M\(column + Self.margin) \(row + Self.margin)h1v1h-1z"
      }
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" \
      width="\(side)mm" height="\(side)mm" shape-rendering="crispEdges">\
      <rect width="\(side)" height="\(side)" fill="#fff"/>\
      <path fill="#000" d="\(runs.joined())"/></svg>

      """
  }
}
