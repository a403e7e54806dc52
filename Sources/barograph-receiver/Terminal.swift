import CommandLineInterface
import Glibc
import JSON
import Linux

/// The streams of a command, written without buffers.
enum Terminal {
  /// Writes words for people to standard output, without what a terminal would obey.
  static func write(_ text: String) throws(Failure) { try write(Array(text.printable.utf8)) }

  /// Writes one JSON value and a line end.
  static func write(_ json: JSONValue) throws(Failure) {
    try write(json.bytes(.indented) + [UInt8(ascii: "\n")])
  }

  /// Writes to standard error; what it does not take is lost.
  static func complain(_ text: String) {
    try? send(Array(text.printable.utf8), to: STDERR_FILENO)
  }

  /// The next line of standard input without its end, at most 1000 bytes; nil at its end.
  static func readLine() -> String? {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while line.count < 1000, read(STDIN_FILENO, &byte, 1) == 1 {
      if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }

  private static func write(_ bytes: [UInt8]) throws(Failure) {
    do throws(SystemError) {
      try send(bytes, to: STDOUT_FILENO)
    } catch {
      throw Failure(
        .inputOutput, "output-failed", "cannot write the output: \(error)",
        hint: "see that the disk has space and the other program still runs")
    }
  }

  private static func send(_ bytes: [UInt8], to stream: Int32) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      written += try systemCall("write", "descriptor \(stream)") {
        bytes.withUnsafeBytes {
          Glibc.write(stream, $0.baseAddress! + written, $0.count - written)
        }
      }
    }
  }
}
