import Glibc

/// The Python that has the packages of Tests/Foreign/requirements.txt.
enum ForeignProgram {
  /// What BAROGRAPH_FOREIGN_PYTHON names, nil if it is not set.
  static let python: String? = getenv("BAROGRAPH_FOREIGN_PYTHON").map { String(cString: $0) }

  struct Outcome {
    /// The exit code; -1 if it could not be run or did not exit by itself.
    var exitCode: Int32
    /// Both outputs.
    var output: String
  }

  /// Runs a script of Tests/Foreign.
  static func run(_ script: String, _ arguments: String..., in folder: Folder) -> Outcome {
    run(script, arguments, in: folder)
  }

  /// Runs a script of Tests/Foreign.
  static func run(_ script: String, _ arguments: [String], in folder: Folder) -> Outcome {
    guard let python else { return Outcome(exitCode: -1, output: "no Python given") }
    let outputPath = folder.path("output")
    let command = [python, packageRoot + "/Tests/Foreign/" + script] + arguments
    var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, outputPath, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var child: pid_t = 0
    guard posix_spawn(&child, python, &actions, nil, &words, environ) == 0 else {
      return Outcome(exitCode: -1, output: "cannot run \(python)")
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    let text = String(decoding: Folder.read(outputPath) ?? [], as: UTF8.self)
    return Outcome(exitCode: status & 0x7F == 0 ? status >> 8 & 0xFF : -1, output: text)
  }
}

/// The package's top folder.
let packageRoot = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }

/// A temporary folder that goes when the test is over.
final class Folder {
  private let name: String
  private var files: Set<String> = []

  init() {
    var template = Array("/tmp/barograph-igc-XXXXXX".utf8CString)
    name = String(cString: mkdtemp(&template))
  }

  deinit {
    for file in files { unlink(file) }
    rmdir(name)
  }

  func path(_ file: String) -> String {
    files.insert("\(name)/\(file)")
    return "\(name)/\(file)"
  }

  /// Writes a file and returns its path.
  func write(_ bytes: [UInt8], to file: String) -> String {
    let path = path(file)
    Self.write(bytes, to: path)
    return path
  }

  static func write(_ bytes: [UInt8], to path: String) {
    guard let handle = fopen(path, "w") else { return }
    fwrite(bytes, 1, bytes.count, handle)
    fclose(handle)
  }

  static func read(_ path: String) -> [UInt8]? {
    guard let handle = fopen(path, "r") else { return nil }
    defer { fclose(handle) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&buffer, 1, buffer.count, handle)
      if count == 0 { return bytes }
      bytes += buffer[0..<count]
    }
  }
}
