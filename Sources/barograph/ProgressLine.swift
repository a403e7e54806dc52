import CommandLineInterface
import Glibc

/// One line on the terminal that tells how far long work has come; nothing where no person sees it.
struct ProgressLine {
  private let isShown = isatty(STDERR_FILENO) == 1

  func show(_ text: String) { draw(text.printable) }

  /// Takes the line away.
  func clear() { draw("") }

  private func draw(_ text: String) {
    guard isShown else { return }
    let bytes = Array("\r\u{1B}[K\(text)".utf8)
    _ = bytes.withUnsafeBytes { Output.write($0, to: STDERR_FILENO) }
  }
}
