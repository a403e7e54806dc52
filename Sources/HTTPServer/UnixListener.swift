import CMicroHTTPD
import Glibc

/// A listening Unix socket and the file that stands for it.
struct UnixListener {
  let descriptor: Int32
  let path: String
  private let device: dev_t
  private let inode: ino_t

  /// Binds and listens. A socket file that nobody answers on is removed first; a file that is no
  /// socket, or one with a live server, is left alone.
  init(path: String, mode: mode_t) throws(HTTPServerError) {
    var address = try Self.address(of: path)
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else {
      throw HTTPServerError.current(
        "create a socket for", path, hint: "close other programs' files")
    }
    do throws(HTTPServerError) {
      if !Self.bind(descriptor, &address) {
        guard errno == EADDRINUSE else { throw Self.bindFailure(path) }
        try Self.removeStale(path, &address)
        guard Self.bind(descriptor, &address) else { throw Self.bindFailure(path) }
      }
      // Nobody can connect before listen, so the mode is never seen wider than it will be.
      guard chmod(path, mode) == 0, listen(descriptor, 64) == 0 else {
        throw HTTPServerError.current("listen on", path, hint: "see who owns its directory")
      }
    } catch {
      close(descriptor)
      throw error
    }
    var status = stat()
    _ = lstat(path, &status)
    device = status.st_dev
    inode = status.st_ino
    self.descriptor = descriptor
    self.path = path
  }

  /// Removes the socket file unless another server has put its own there since.
  func removeFile() {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_dev == device, status.st_ino == inode else { return }
    unlink(path)
  }

  private static func address(of path: String) throws(HTTPServerError) -> sockaddr_un {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    let capacity = MemoryLayout.size(ofValue: address.sun_path)
    guard !bytes.isEmpty, bytes.count < capacity, !bytes.contains(0) else {
      throw HTTPServerError(
        operation: "listen on", path: path,
        cause: "a socket's path has 1 to \(capacity - 1) bytes, this one \(bytes.count)",
        hint: "choose a shorter directory")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return address
  }

  private static func bind(_ descriptor: Int32, _ address: inout sockaddr_un) -> Bool {
    withAddress(&address) { Glibc.bind(descriptor, $0, $1) } == 0
  }

  private static func withAddress(
    _ address: inout sockaddr_un, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  /// Removes a socket file whose server is dead, which only a refused connection proves.
  private static func removeStale(
    _ path: String, _ address: inout sockaddr_un
  ) throws(HTTPServerError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw HTTPServerError(
        operation: "listen on", path: path, cause: "a file that is no socket is in the way",
        hint: "move it aside")
    }
    let probe = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(probe) }
    // Non-blocking: a live server with a full queue gives EAGAIN instead of making us wait.
    _ = fcntl(probe, F_SETFL, O_NONBLOCK)
    if withAddress(&address, { connect(probe, $0, $1) }) != 0, errno == ECONNREFUSED {
      unlink(path)
      return
    }
    throw HTTPServerError(
      operation: "listen on", path: path, cause: "another server answers there",
      hint: "stop it, or give this one another socket path")
  }

  private static func bindFailure(_ path: String) -> HTTPServerError {
    switch errno {
    case ENOENT: .current("listen on", path, hint: "create its directory")
    case EACCES: .current("listen on", path, hint: "make its directory writable for this user")
    default: .current("listen on", path, hint: "see that its directory is on a local disk")
    }
  }
}
