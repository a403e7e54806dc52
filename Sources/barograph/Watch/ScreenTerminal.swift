import CLinux
import Glibc

/// The terminal as a screen: raw keys, the alternate screen, no cursor. `leave` puts everything back.
final class ScreenTerminal {
  private var before = termios()
  private var isEntered = false

  static var isThere: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  deinit { leave() }

  func enter() {
    guard !isEntered, tcgetattr(STDIN_FILENO, &before) == 0 else { return }
    var raw = before
    raw.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG | IEXTEN)
    raw.c_iflag &= ~tcflag_t(IXON | ICRNL)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw)
    isEntered = true
    // Alternate screen, no cursor, lines end at the edge.
    send("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l")
  }

  func leave() {
    guard isEntered else { return }
    isEntered = false
    send("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
    tcsetattr(STDIN_FILENO, TCSADRAIN, &before)
  }

  /// Columns and rows; 80 and 24 where nobody knows.
  var size: (width: Int, height: Int) {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Paints over what is there, each line to its end; as many lines as there are rows. `isAnew` wipes
  /// the screen first, which flickers.
  func paint(_ lines: [FrameLine], width: Int, hasColour: Bool, isAnew: Bool = false) {
    guard isEntered else { return }
    let rows = lines.map { line in
      // Behind a line that fills its row the cursor stands on the last character.
      let erasure = line.width < width ? "\u{1B}[K" : ""
      return line.rendered(width: width, hasColour: hasColour) + erasure
    }
    send((isAnew ? "\u{1B}[2J" : "") + "\u{1B}[H" + rows.joined(separator: "\r\n"))
  }

  /// The keys that were pressed; nil when the terminal is gone.
  func keys() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    if count < 0 { return errno == EAGAIN || errno == EINTR ? [] : nil }
    if count == 0 { return nil }
    return WatchView.keys(of: bytes[..<count])
  }

  private func send(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { Output.write($0, to: STDOUT_FILENO) }
  }
}
