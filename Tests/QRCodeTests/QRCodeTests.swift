import QRCode
import Testing

@Suite struct QRCodeTests {
  private let address = "http://192.168.4.1:8088/#token=abcdefghijkmnpqrstuvwxyz23456789"

  @Test func hasThePatternsThatReadersLookFor() throws {
    let code = try QRCode(address)
    #expect((code.size - 17) % 4 == 0, "a size of the standard")
    for (row, column) in [(0, 0), (0, code.size - 7), (code.size - 7, 0)] {
      let finder = (0..<7).map { line in
        (0..<7).map { code.isDark(row: row + line, column: column + $0) ? "#" : "." }.joined()
      }
      #expect(
        finder == ["#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"])
    }
    #expect(try QRCode(address) == code && QRCode(address + "x") != code)
  }

  @Test func fitsATerminalOf80Columns() throws {
    let code = try QRCode(address)
    let lines = code.text(.blocks).split(separator: "\n")
    #expect(lines.count <= 24 && lines.allSatisfy { $0.count == code.size + 8 })
    let wide = code.text(.ascii).split(separator: "\n")
    #expect(wide.count == code.size + 8 && wide.allSatisfy { $0.count == 2 * (code.size + 8) })
  }

  @Test func eachStyleShowsTheSameModules() throws {
    let code = try QRCode(address)
    let blocks = code.text(.blocks).split(separator: "\n").map(Array.init)
    let ascii = code.text(.ascii).split(separator: "\n").map(Array.init)
    let colours = code.text(.colours).split(separator: "\n").map { line in
      Array(line.dropFirst("\u{1B}[30;107m".count).dropLast("\u{1B}[0m".count))
    }
    for row in 0..<code.size {
      let line = (row + QRCode.margin) / 2
      let isUpper = (row + QRCode.margin) % 2 == 0
      for column in 0..<code.size {
        let place = column + QRCode.margin
        let isDark = code.isDark(row: row, column: column)
        let marks: [Character] = isUpper ? ["▀", "█"] : ["▄", "█"]
        #expect(marks.contains(blocks[line][place]) != isDark)
        #expect(marks.contains(colours[line][place]) == isDark)
        #expect((ascii[row + QRCode.margin][2 * place] == "#") != isDark)
      }
    }
  }

  @Test func aPictureHasEveryDarkModule() throws {
    let code = try QRCode("x")
    let count = (0..<code.size).reduce(0) { sum, row in
      sum + (0..<code.size).count { code.isDark(row: row, column: $0) }
    }
    #expect(code.svg.split(separator: "M").count - 1 == count)
    #expect(code.svg.hasPrefix("<svg ") && code.svg.hasSuffix("</svg>\n"))
  }

  @Test func refusesWhatItCannotHold() {
    #expect(throws: QRCodeError.self) { try QRCode("") }
    #expect(throws: QRCodeError.self) { try QRCode("a\0b") }
    #expect(throws: QRCodeError.self) {
      try QRCode(String(repeating: "x", count: QRCode.longest + 1))
    }
    #expect(throws: Never.self) { try QRCode(String(repeating: "x", count: QRCode.longest)) }
  }
}
