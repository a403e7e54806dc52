import CommandLineInterface
import Glibc

/// Questions to the person at the terminal.
enum Terminal {
  static var isThere: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  /// Asks; only `y` and `yes` mean yes. Without a terminal the flag is asked for instead.
  static func confirm(_ question: String, flag: String) throws(Failure) -> Bool {
    guard isThere else {
      throw .usage("there is no terminal to ask at", hint: "say so with \(flag)")
    }
    Output.complain(question)
    guard let line = readLine() else { return false }
    return ["y", "yes"].contains(line.lowercased())
  }

  /// Reads a secret: from the terminal without echo, else the first line of standard input. It is
  /// never taken from the command line, where other programs could read it.
  static func secret(_ prompt: String) throws(Failure) -> String {
    try quietly(prompt, firstLine)
  }

  /// Reads without echo where there is a terminal.
  private static func quietly<Value>(
    _ prompt: String, _ read: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard isThere else { return try read() }
    Output.complain(prompt)
    var before = termios()
    guard tcgetattr(STDIN_FILENO, &before) == 0 else { return try read() }
    var quiet = before
    quiet.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &quiet)
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
      Output.complain("\n")
    }
    return try read()
  }

  /// Reads something that is not shown, blanks and all; nil for an empty line.
  static func quietLine(_ prompt: String) throws(Failure) -> String? {
    try quietly(prompt) { () throws(Failure) in readLine() }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func firstLine() throws(Failure) -> String {
    let line = readLine() ?? ""
    let trimmed = line.filter { $0 != " " && $0 != "\t" && $0 != "\r" }
    guard (1...128).contains(trimmed.utf8.count) else {
      throw .usage("no code was given", hint: "type it, or send it to standard input")
    }
    return trimmed
  }
}
