import Glibc

/// A system call that failed: what was tried, on what, and the kernel's reason.
package struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The C function.
  package let operation: String
  /// The path or descriptor that it was called on.
  package let subject: String
  /// `errno` (errno(3)).
  package let code: Int32

  package init(operation: String, subject: String, code: Int32) {
    self.operation = operation
    self.subject = subject
    self.code = code
  }

  /// From the calling thread's `errno`.
  package static func current(_ operation: String, _ subject: String) -> SystemError {
    SystemError(operation: operation, subject: subject, code: errno)
  }

  /// Whether the same call may succeed later without anyone doing anything.
  package var isTransient: Bool { [EAGAIN, EINTR, EBUSY, ENOBUFS, ENOMEM].contains(code) }

  package var description: String {
    "\(operation) \(subject): \(String(cString: strerror(code)))\(hint.map { " (\($0))" } ?? "")"
  }

  /// What a person can do about it, where there is something.
  package var hint: String? {
    switch code {
    case EACCES, EPERM: "check the owner and mode, or the user that this runs as"
    case ENOSPC: "the file system is full: free some space"
    case EROFS: "the file system is mounted read-only"
    case EMFILE, ENFILE: "too many open files: raise LimitNOFILE"
    default: nil
    }
  }
}

/// Calls until the result is not an interruption (EINTR); a negative result is thrown.
@discardableResult
package func systemCall<Result: SignedInteger>(
  _ operation: String, _ subject: @autoclosure () -> String, _ body: () -> Result
) throws(SystemError) -> Result {
  while true {
    let result = body()
    if result >= 0 { return result }
    let code = errno
    if code != EINTR { throw SystemError(operation: operation, subject: subject(), code: code) }
  }
}
