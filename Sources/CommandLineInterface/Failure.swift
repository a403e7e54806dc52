/// Why a command could not do its job: words for a person and an exit code (sysexits(3)).
package struct Failure: Error, Equatable {
  /// The exit codes of commands besides those that one documents of its own.
  package enum Exit: Int32 {
    /// What was asked for is refused: nothing to stop, already started, no such account.
    case refused = 1
    case usage = 64
    case badData = 65
    case noInput = 66
    case unavailable = 69
    case internalError = 70
    case cannotCreate = 73
    case inputOutput = 74
    case tryLater = 75
    case noPermission = 77
    case configuration = 78
  }

  package var exit: Exit
  /// Stable, for programs.
  package var slug: String
  package var message: String
  /// What to do.
  package var hint: String

  package init(_ exit: Exit, _ slug: String, _ message: String, hint: String) {
    self.exit = exit
    self.slug = slug
    self.message = message
    self.hint = hint
  }

  package static func usage(_ message: String, hint: String) -> Failure {
    Failure(.usage, "usage", message, hint: hint)
  }
}
