import Glibc
import HTTPClient
import HTTPServer
import Testing

@Suite struct UnixListenerTests {
  private func start(_ path: String) throws(HTTPServerError) -> UnixHTTPServer {
    try UnixHTTPServer(path: path) { _ in HTTPResponse(status: 200, text: "new") }
  }

  /// Binds a socket file and closes its descriptor, as a killed daemon leaves it.
  private func leaveStale(_ path: String) throws {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(status == 0)
    close(descriptor)
  }

  @Test func aDeadDaemonsSocketIsReplaced() throws {
    let directory = try makeDirectory()
    defer { rmdir(directory) }
    let path = directory + "/s"
    try leaveStale(path)
    #expect(throws: HTTPClientError.refused(path: path)) {
      try UnixHTTPClient(socketPath: path).get("/")
    }
    let server = try start(path)
    #expect(try UnixHTTPClient(socketPath: path).get("/").status == 200)
    server.shutdown()
  }

  @Test func aLiveDaemonsSocketIsLeftAlone() throws {
    let directory = try makeDirectory()
    defer { rmdir(directory) }
    let path = directory + "/s"
    let first = try start(path)
    let error = #expect(throws: HTTPServerError.self) { try start(path) }
    #expect(error?.cause == "another server answers there")
    #expect(try UnixHTTPClient(socketPath: path).get("/").status == 200)
    first.shutdown()
  }

  @Test func aFileThatIsNoSocketIsLeftAlone() throws {
    let directory = try makeDirectory()
    let path = directory + "/s"
    close(open(path, O_CREAT | O_WRONLY, 0o600))
    let error = #expect(throws: HTTPServerError.self) { try start(path) }
    #expect(error?.cause == "a file that is no socket is in the way")
    #expect(unlink(path) == 0)
    #expect(rmdir(directory) == 0)
  }

  @Test func aMissingDirectoryIsNamed() {
    let error = #expect(throws: HTTPServerError.self) { try start("/nonexistent-directory/s") }
    #expect(error?.hint == "create its directory")
  }

  @Test func aPathLongerThanTheKernelTakesIsRefused() {
    let long = "/tmp/" + String(repeating: "x", count: 120)
    let error = #expect(throws: HTTPServerError.self) { try start(long) }
    #expect(error?.cause.contains("1 to 107 bytes") == true)
    #expect(throws: HTTPClientError.unusablePath(path: long)) {
      try UnixHTTPClient(socketPath: long).get("/")
    }
  }

  @Test func noSocketIsToldFromNoAnswer() throws {
    let directory = try makeDirectory()
    defer { rmdir(directory) }
    #expect(throws: HTTPClientError.noSocket(path: directory + "/s")) {
      try UnixHTTPClient(socketPath: directory + "/s").get("/")
    }
  }

  @Test func aServerThatNeverAnswersTimesOut() throws {
    let directory = try makeDirectory()
    defer { rmdir(directory) }
    let path = directory + "/s"
    let release = BlockingSignal()
    let server = try UnixHTTPServer(path: path) { _ in
      _ = release.wait(seconds: 30)
      return HTTPResponse(status: 200, text: "")
    }
    #expect(throws: HTTPClientError.timedOut(path: path, seconds: 1)) {
      try UnixHTTPClient(socketPath: path, timeoutSeconds: 1).get("/")
    }
    release.raise()
    server.shutdown()
  }
}
