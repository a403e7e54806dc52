/// A flight as a logger writes it: so many fixes a second apart, going north and climbing.
struct LoggerFile {
  var minuteOfDay = 600
  var fixes = 400
  var pilot = "Sample Pilot"
  var lineEnd = "\r\n"

  var text: String {
    var lines = ["AXXXABC", "HFDTE140726", "HFPLTPILOTINCHARGE:\(pilot)", "HFGIDGLIDERID:D-4711"]
    for index in 0..<fixes {
      let second = minuteOfDay * 60 + index
      let clock = [second / 3600, second / 60 % 60, second % 60].map(Self.two).joined()
      // 30 m/s northwards once it flies.
      let moved = max(0, index - 60) * 16
      let minutes = String(22_000 + moved % 30_000)
      let height = Self.five(400 + max(0, index - 60))
      lines.append("B\(clock)47\(minutes)N00832501EA\(height)\(height)")
    }
    return (lines + ["LXXXend", "G0123456789"]).joined(separator: lineEnd) + lineEnd
  }

  var bytes: [UInt8] { Array(text.utf8) }

  /// The same with places all over the world, each far from the one before.
  var jumping: [UInt8] {
    var number = 7
    let lines = text.split(whereSeparator: \.isNewline).map { line -> String in
      guard line.hasPrefix("B") else { return String(line) }
      number = (number * 48_271) % 2_147_483_647
      let (latitude, longitude) = (number % 80, number / 80 % 170)
      let place = "\(Self.two(latitude))30000N\(Self.five(longitude).suffix(3))30000E"
      return line.prefix(7) + place + line.dropFirst(24)
    }
    return Array(lines.joined(separator: lineEnd).utf8) + Array(lineEnd.utf8)
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func five(_ number: Int) -> String {
    String(repeating: "0", count: max(0, 5 - "\(number)".count)) + "\(number)"
  }
}
