import Glibc
import Linux
import Synchronization

/// A PostgreSQL 15 of the tests' own, in a temporary folder and reachable through a Unix socket there.
/// It ends with the last owner or with this process, also when that crashes. Calls block.
///
/// PostgreSQL refuses to run as root: then it runs as the user `postgres`. Its default collation is
/// that of English, so that an order that should be of bytes is seen when it is not.
package final class PrivatePostgres: Sendable {
  /// Why there is no server.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// The one that all tests of a process share, started by the first that asks.
  package static func shared() throws -> PrivatePostgres { try starting.get() }
  private static let starting = Result { try PrivatePostgres() }

  private static let databases = Atomic(0)

  private let folder: String
  private let options: String
  /// The server's process, 0 while there is none.
  private let server = Mutex<pid_t>(0)

  /// Makes a cluster and starts its server. `options` are more of the server's: `fsync=off`.
  package init(options: [String] = []) throws {
    folder = try Self.makeFolder()
    let own = ["listen_addresses=''", "max_connections=200", "shared_buffers=32MB"]
    self.options = (own + options).map { "-c \($0)" }.joined(separator: " ")
    Guardian.shared.removeAtEnd(folder)
    try run(
      "initdb", "--pgdata=\(folder)/data", "--username=barograph", "--auth=trust",
      "--encoding=UTF8", "--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=en",
      "--no-sync")
    try start()
  }

  deinit { crash() }

  /// Starts the server and waits until it takes connections.
  package func start() throws {
    try run(
      "pg_ctl", "--pgdata=\(folder)/data", "--wait", "--timeout=180", "--log=\(folder)/server.log",
      "--options=-k \(folder) \(options)", "start")
    let text = try Files.read("\(folder)/data/postmaster.pid", limit: 4096)
    guard let identifier = pid_t(String(decoding: text.prefix { $0 != 0x0A }, as: UTF8.self)) else {
      throw Failure(description: "\(folder)/data/postmaster.pid has no number")
    }
    server.withLock { $0 = identifier }
    Guardian.shared.watch(identifier)
  }

  /// Stops the server at once, as a crash would leave it, and waits for its end.
  package func crash() {
    let identifier = server.withLock { server in
      defer { server = 0 }
      return server
    }
    guard identifier != 0 else { return }
    _ = try? run("pg_ctl", "--pgdata=\(folder)/data", "--wait", "--mode=immediate", "stop")
    Guardian.shared.forget(identifier)
  }

  /// A URL under which there is nothing yet: a schema of its own, which costs less than a database.
  package func makeDatabase() throws -> String {
    let number = Self.databases.wrappingAdd(1, ordering: .relaxed).newValue
    try run(
      "psql", "--host=\(folder)", "--username=barograph", "--dbname=postgres", "--no-psqlrc",
      "--quiet", "--command=CREATE SCHEMA test\(number)")
    return url(schema: "test\(number)")
  }

  /// The URL of a schema, whether it is there or not. Its time to connect is that of a busy machine:
  /// the server starts a process for each connection.
  package func url(schema: String) -> String {
    let host = folder.split(separator: "/").joined(separator: "%2F")
    return "postgresql://barograph@%2F\(host)/postgres?application_name=\(schema)"
      + "&connect_timeout=120&options=-c%20search_path%3D\(schema)"
  }

  /// What the server has logged.
  package func log() throws -> String {
    String(decoding: try Files.read("\(folder)/server.log", limit: 64 << 20), as: UTF8.self)
  }

  /// Runs one of PostgreSQL's programs to its end. Its words go to a file, since a server that it
  /// starts keeps what it was given as output.
  private func run(_ program: String, _ arguments: String...) throws {
    let path = "/usr/lib/postgresql/15/bin/\(program)"
    guard access(path, X_OK) == 0 else {
      throw Failure(description: "there is no \(path): apt-get install postgresql-15")
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let words = "\(folder)/words"
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(
      &actions, STDOUT_FILENO, words, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
    let argv = (Self.asServer + [path] + arguments).map { strdup($0) } + [nil]
    defer { argv.forEach { free($0) } }
    var identifier = pid_t()
    var status: Int32 = 0
    let code = posix_spawnp(&identifier, argv[0]!, &actions, nil, argv, environ)
    while code == 0, waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    guard code == 0, status == 0 else {
      let text = try Files.read(words, limit: 1 << 20)
      throw Failure(description: "\(program) failed: \(String(decoding: text, as: UTF8.self))")
    }
  }

  private static func makeFolder() throws -> String {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/barograph-postgres-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Failure(description: "mkdtemp in \(base): errno \(errno)")
    }
    if getuid() == 0, let user = getpwnam("postgres") {
      chown(template, user.pointee.pw_uid, user.pointee.pw_gid)
    }
    return template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }

  /// What stands before a program's name so that it does not run as root.
  private static var asServer: [String] {
    getuid() == 0
      ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", "--"] : []
  }
}
