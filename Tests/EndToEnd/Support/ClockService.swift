import Glibc
import Linux
import TestSupport

/// What a program hears when it asks the kernel whether a time service keeps the clock right: a
/// library of a few lines that answers in the kernel's place.
struct ClockService {
  private let library: String
  private let folder = TemporaryFolder()

  init(isSynchronised: Bool) async throws {
    library = folder.file("adjtimex.so")
    let source = folder.file("adjtimex.c")
    let status = isSynchronised ? "STA_PLL" : "STA_UNSYNC"
    try Files.replace(
      source,
      with: Array(
        """
        #include <sys/timex.h>
        int adjtimex(struct timex *time) { time->status = \(status); return TIME_OK; }

        """.utf8))
    let (ending, output) = try await ChildProcess.run([
      "clang", "-shared", "-fPIC", "-o", library, source,
    ])
    guard ending == .exit(0) else { throw Overdue(description: "clang: \(output)") }
  }

  /// The environment of a program that hears it.
  var environment: [String: String] { ["LD_PRELOAD": library] }
}
