import Glibc
import Linux
import TestSupport
import Testing

/// The harness itself is checked: a test that cannot see a crash proves nothing.
@Suite struct ChildProcessTests {
  @Test func outputAndStatusComeBack() async throws {
    let run = try await ChildProcess.run(
      ["sh", "-c", "echo one; echo $WORD >&2; exit 3"], environment: ["WORD": "two"])
    #expect(run.output.sorted() == ["one", "two"])
    #expect(run.ending == .exit(3))
  }

  @Test func aKilledProgramEndsBySignal() async throws {
    let child = try ChildProcess(["sleep", "1000"])
    child.send(SIGKILL)
    #expect(await child.waitForEnd() == .signal(SIGKILL))
  }

  @Test func aProgramThatDoesNotExistIsAnError() {
    #expect(throws: SystemError.self) { try ChildProcess(["/nonexistent/program"]) }
  }
}
