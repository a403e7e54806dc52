import Linux
import Testing

@Suite struct ProgramRunTests {
  private func run(_ script: String, limit: Int = 1000, milliseconds: Int64 = 60_000) -> String? {
    ProgramRun.output(
      of: ["/bin/sh", "-c", script], limit: limit, milliseconds: milliseconds
    ).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func whatAProgramPrintsComesBack() {
    #expect(run("echo hello; echo no >&2") == "hello\n")
    #expect(run("echo $LC_ALL; cat") == "C.UTF-8\n")
  }

  @Test func aFailureIsNoAnswer() {
    #expect(run("echo hello; exit 3") == nil)
    #expect(ProgramRun.output(of: ["/no/such/program"]) == nil)
  }

  @Test func outputHasABound() {
    #expect(run("yes", limit: 10) == "y\ny\ny\ny\ny\n")
  }

  @Test func aProgramThatHangsIsEnded() {
    #expect(run("echo begun; exec sleep 1000", milliseconds: 200) == nil)
    #expect(run("exec >/dev/null; exec sleep 1000", milliseconds: 200) == nil)
  }
}
