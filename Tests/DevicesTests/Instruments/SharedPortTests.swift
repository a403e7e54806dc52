import Devices
import Glibc
import Linux
import Testing

/// A server on a loop of its own, with what its readers write.
private actor ShareBench {
  nonisolated let loop: EventLoop
  nonisolated let written: AsyncStream<[UInt8]>
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
  private let feed: AsyncStream<[UInt8]>.Continuation
  private var shared: SharedPort?

  init() throws {
    loop = try EventLoop(name: "reactor")
    try loop.start()
    (written, feed) = AsyncStream.makeStream()
  }

  deinit { loop.stop() }

  func start(allowsWriting: Bool = false) throws -> UInt16 {
    let feed = feed
    let shared = try SharedPort(
      port: 0, loop: loop, written: allowsWriting ? { feed.yield($0) } : nil)
    self.shared = shared
    return shared.port
  }

  func offer(_ text: String) { shared?.offer(Array(text.utf8)) }

  func waitForReaders(_ count: Int) async {
    while shared?.readerCount != count { await loop.pause(milliseconds: 1) }
  }

  var missedCount: Int { shared?.missedCount ?? 0 }

  func close() {
    shared?.close()
    shared = nil
  }
}

/// A program that reads along.
private final class Reader: Sendable {
  private let socket: Int32

  init(port: UInt16) throws {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    try systemCall("connect", "\(port)") {
      withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }
    self.socket = socket
  }

  deinit { close(socket) }

  /// Bytes until there are so many, or the end.
  func read(_ count: Int) -> String {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while all.count < count {
      let got = recv(socket, &buffer, min(buffer.count, count - all.count), 0)
      if got <= 0 { break }
      all += buffer.prefix(got)
    }
    return String(decoding: all, as: UTF8.self)
  }

  func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  func leave() { shutdown(socket, Int32(SHUT_RDWR)) }
}

@Suite("Shared port", .timeLimit(.minutes(10)))
struct SharedPortTests {
  @Test func everyReaderGetsEveryLine() async throws {
    let bench = try ShareBench()
    let port = try await bench.start()
    let readers = try (0..<3).map { _ in try Reader(port: port) }
    await bench.waitForReaders(3)
    await bench.offer("$A\r\n")
    await bench.offer("$B\r\n")
    for reader in readers { #expect(reader.read(8) == "$A\r\n$B\r\n") }
    // Written to before it is known that nobody reads: that must not end the process.
    readers[0].leave()
    for _ in 0..<10 { await bench.offer("$C\r\n") }
    await bench.waitForReaders(2)
    #expect(readers[1].read(40) == String(repeating: "$C\r\n", count: 10))
    await bench.close()
    #expect(readers[1].read(1).isEmpty)
  }

  @Test func aSlowReaderMissesWholeLinesAndHoldsNobodyUp() async throws {
    let bench = try ShareBench()
    let port = try await bench.start()
    let (slow, quick) = (try Reader(port: port), try Reader(port: port))
    await bench.waitForReaders(2)
    let line = "$" + String(repeating: "x", count: 997) + "\r\n"
    var sent = 0
    while await bench.missedCount == 0 {
      await bench.offer(line)
      #expect(quick.read(1000) == line)
      sent += 1
    }
    var count = 0
    await bench.close()
    while case let text = slow.read(1000), !text.isEmpty {
      // The last one may be cut by the end of the connection.
      if text.utf8.count == 1000 { #expect(text == line) }
      count += 1
    }
    #expect(count < sent)
  }

  @Test func moreReadersThanTheBoundAreTurnedAway() async throws {
    let bench = try ShareBench()
    let port = try await bench.start()
    let readers = try (0..<SharedPort.mostReaders).map { _ in try Reader(port: port) }
    await bench.waitForReaders(SharedPort.mostReaders)
    let late = try Reader(port: port)
    #expect(late.read(1).isEmpty)
    await bench.offer("$A\r\n")
    #expect(readers.last?.read(4) == "$A\r\n")
    await bench.close()
  }

  @Test func whatReadersWriteIsDroppedUnlessItIsAllowed() async throws {
    let bench = try ShareBench()
    let reader = try Reader(port: try await bench.start())
    reader.write("$PFLAC,S,NOTHING\r\n")
    await bench.waitForReaders(1)
    await bench.offer("$A\r\n")
    #expect(reader.read(4) == "$A\r\n", "the connection goes on")
    await bench.close()
  }

  @Test func wholeLinesAreWrittenWhereItIsAllowed() async throws {
    let bench = try ShareBench()
    let reader = try Reader(port: try await bench.start(allowsWriting: true))
    reader.write("$one\r\n$tw")
    reader.write(String(repeating: "o", count: 600) + "\r\n$three\r\n")
    var lines = bench.written.makeAsyncIterator()
    #expect(await lines.next() == Array("$one\r\n".utf8))
    #expect(await lines.next() == Array("$three\r\n".utf8), "an endless line is left out")
    await bench.close()
  }
}
