import Glibc
import Linux
import TestSupport
import Testing

/// Runs the built command as a person would.
struct CommandRunner {
  struct Result {
    var code: Int32
    var output: String
    var error: String
  }

  let folder = TemporaryFolder()

  /// The command beside the test program.
  static let program: String = {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    let own = String(
      decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let beside = Files.folder(of: own) + "/barograph"
    return Files.exists(beside) ? beside : PackageFolder.root + "/.build/debug/barograph"
  }()

  /// Runs with the two streams apart; the environment names no socket and no keys.
  func run(
    _ arguments: [String], socket: String? = nil, input: String = "/dev/null"
  ) async throws -> Result {
    let (out, err) = (folder.file("out"), folder.file("err"))
    let script =
      "out=$1 err=$2; shift 2; cd '\(folder.path)'; exec \"$@\" <'\(input)' >\"$out\" 2>\"$err\""
    let child = try ChildProcess(
      ["/bin/sh", "-c", script, "sh", out, err, Self.program] + arguments,
      environment: [
        "BAROGRAPH_SOCKET": socket ?? folder.file("no-socket"),
        "BAROGRAPH_KEYS": folder.file("keys"), "TERM": "xterm",
      ])
    for await _ in child.lines {}
    guard case .exit(let code) = await child.waitForEnd() else {
      Issue.record("the command died")
      return Result(code: -1, output: "", error: "")
    }
    return Result(
      code: code, output: String(decoding: try Files.read(out, limit: 1 << 24), as: UTF8.self),
      error: String(decoding: try Files.read(err, limit: 1 << 20), as: UTF8.self))
  }

  /// Compares with a golden file, or writes it when BAROGRAPH_UPDATE_GOLDEN is set.
  static func compare(_ text: String, golden name: String) throws {
    let path = PackageFolder.fixture("command/\(name)")
    if getenv("BAROGRAPH_UPDATE_GOLDEN") != nil { try Files.replace(path, with: Array(text.utf8)) }
    let expected = String(decoding: try Files.read(path, limit: 1 << 20), as: UTF8.self)
    #expect(text == expected, "\(name) differs")
  }
}
