import Glibc
import Linux
import Synchronization

/// A PostgreSQL 15 of the tests' own, in a temporary folder and reachable through a Unix socket there.
/// It ends with the last owner or with this process, also when that crashes.
///
/// PostgreSQL refuses to run as root: then it runs as the user `postgres`. Its default collation is
/// that of English, so that an order that should be of bytes is seen when it is not.
package final class PrivatePostgres: Sendable {
  /// Why there is no server.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// The one that all tests of a process share, started by the first that asks.
  package static var shared: PrivatePostgres {
    get async throws { try await starting.value }
  }
  private static let starting = Task { try await PrivatePostgres() }

  private static let programs = "/usr/lib/postgresql/15/bin"
  private static let databases = Atomic(0)

  private let folder: String
  private let options: [String]
  private let server = Mutex<ChildProcess?>(nil)

  /// Makes a cluster and starts its server. `options` are more of the server's, as
  /// `["fsync=off"]`.
  package init(options: [String] = []) async throws {
    guard access("\(Self.programs)/initdb", X_OK) == 0 else {
      throw Failure(description: "no \(Self.programs)/initdb: apt-get install postgresql-15")
    }
    folder = try Self.makeFolder()
    self.options = options
    Guardian.shared.removeAtEnd(folder)
    let made = try await ChildProcess.run(
      Self.asServer([
        "\(Self.programs)/initdb", "--pgdata=\(folder)/data", "--username=barograph",
        "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--locale-provider=icu",
        "--icu-locale=en", "--no-sync",
      ]))
    guard made.ending == .exit(0) else {
      throw Failure(description: "initdb: \(made.output.joined(separator: "\n"))")
    }
    try await start()
  }

  deinit {
    stopAtOnce()
    Guardian.shared.removeAtEnd(folder)
  }

  /// Starts the server and waits until it takes connections.
  package func start() async throws {
    let child = try ChildProcess(
      Self.asServer(
        [
          "\(Self.programs)/postgres", "-D", "\(folder)/data", "-k", folder, "-c",
          "listen_addresses=", "-c", "max_connections=60", "-c", "shared_buffers=32MB",
        ] + options.flatMap { ["-c", $0] }),
      environment: ["LC_ALL": "C"])
    var seen: [String] = []
    for await line in child.lines {
      seen.append(line)
      guard line.contains("database system is ready to accept connections") else { continue }
      server.withLock { $0 = child }
      return
    }
    throw Failure(description: "postgres ended: \(seen.joined(separator: "\n"))")
  }

  /// Stops the server at once, as a crash would leave it (SIGQUIT), and waits for its end.
  package func crash() async {
    let child = server.withLock { child in
      defer { child = nil }
      return child
    }
    child?.send(SIGQUIT)
    _ = await child?.waitForEnd()
  }

  private func stopAtOnce() { server.withLock { $0?.send(SIGQUIT) } }

  /// A new empty database; its URL.
  package func makeDatabase() async throws -> String {
    let number = Self.databases.wrappingAdd(1, ordering: .relaxed).newValue
    let made = try await ChildProcess.run([
      "\(Self.programs)/createdb", "--host=\(folder)", "--username=barograph",
      "--maintenance-db=template1", "--template=template0", "test\(number)",
    ])
    guard made.ending == .exit(0) else {
      throw Failure(description: "createdb: \(made.output.joined(separator: "\n"))")
    }
    return url(database: "test\(number)")
  }

  /// The URL of a database, whether it is there or not.
  package func url(database: String) -> String {
    let host = folder.split(separator: "/").joined(separator: "%2F")
    return "postgresql://barograph@%2F\(host)/\(database)"
  }

  private static func makeFolder() throws -> String {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/barograph-postgres-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Failure(description: "mkdtemp in \(base): errno \(errno)")
    }
    let folder = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    if getuid() == 0, let user = getpwnam("postgres") {
      chown(folder, user.pointee.pw_uid, user.pointee.pw_gid)
    }
    return folder
  }

  /// setpriv becomes the program, so the process has the server's own id.
  private static func asServer(_ arguments: [String]) -> [String] {
    getuid() == 0
      ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", "--"] + arguments
      : arguments
  }
}
