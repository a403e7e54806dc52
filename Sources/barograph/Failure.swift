/// Why a command could not do its job: words for a person and an exit code (sysexits(3)).
struct Failure: Error, Equatable {
  /// The exit codes that the command uses besides those of `status` and `verify`.
  enum Exit: Int32 {
    /// The daemon runs and refuses: nothing to stop, already started.
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
  }

  var exit: Exit
  /// Stable, for programs.
  var slug: String
  var message: String
  /// What to do.
  var hint: String

  init(_ exit: Exit, _ slug: String, _ message: String, hint: String) {
    self.exit = exit
    self.slug = slug
    self.message = message
    self.hint = hint
  }

  static func usage(_ message: String, hint: String) -> Failure {
    Failure(.usage, "usage", message, hint: hint)
  }
}
