import Glibc
import Linux
import TestSupport
import Testing

/// A watch on a loop whose thread has a network of its own, without any route.
private actor RouteBench {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
  nonisolated let answers: AsyncStream<Bool>
  private let feed: AsyncStream<Bool>.Continuation
  private var watch: RouteWatch?
  private var network = ""

  /// With the thread's own network, or this machine's.
  init(isOwn: Bool) throws {
    loop = try EventLoop(name: "routes")
    (answers, feed) = AsyncStream.makeStream()
    let loop = loop
    try Threads.spawn(name: "routes") {
      if isOwn { _ = Self.leaveNetwork() }
      loop.run()
    }
  }

  /// Takes the calling thread into a new network (unshare(2)), which needs rights.
  static func leaveNetwork() -> Bool {
    typealias Unshare = @convention(c) (Int32) -> Int32
    guard let symbol = dlsym(nil, "unshare") else { return false }
    return unsafeBitCast(symbol, to: Unshare.self)(0x4000_0000) == 0
  }

  func start() throws {
    var name = [CChar](repeating: 0, count: 100)
    let count = readlink("/proc/thread-self", &name, 99)
    network =
      "/proc/" + String(decoding: name.prefix(max(0, count)).map { UInt8($0) }, as: UTF8.self)
    let feed = feed
    watch = try RouteWatch(loop: loop) { feed.yield($0) }
  }

  /// Lets the thread stand still until the gate is opened.
  func block(at gate: ThreadGate, telling reached: AsyncStream<Void>.Continuation) {
    reached.yield()
    gate.wait()
  }

  func namespace() -> String { "--net=\(network)/ns/net" }

  func stop() {
    watch?.close()
    watch = nil
    loop.stop()
  }
}

/// Whether this process may make a network of its own, found out on a thread that ends.
private let mayLeaveNetwork: Bool = {
  nonisolated(unsafe) var answer = false
  let gate = ThreadGate()
  try? Threads.spawn(name: "probe") {
    answer = RouteBench.leaveNetwork()
    gate.open()
  }
  gate.wait()
  return answer
}()

@Suite(.timeLimit(.minutes(10))) struct RouteWatchTests {
  @Test func theKernelAnswers() async throws {
    let bench = try RouteBench(isOwn: false)
    try await bench.start()
    var answers = bench.answers.makeAsyncIterator()
    let answer = await answers.next()
    let (_, lines) = try await ChildProcess.run([
      "sh", "-c", "ip -4 route show default; ip -6 route show default",
    ])
    #expect(answer == !lines.filter { $0.hasPrefix("default") && !$0.contains("linkdown") }.isEmpty)
    await bench.stop()
  }

  private func ip(_ bench: RouteBench, _ script: String) async throws {
    let namespace = await bench.namespace()
    let (ending, output) = try await ChildProcess.run(
      ["nsenter", namespace, "sh", "-e", "-c", script])
    try #require(ending == .exit(0), "\(output)")
  }

  @Test(.enabled(if: mayLeaveNetwork, "a network of one's own needs the right to unshare(2)"))
  func routesAndLinksAreFollowed() async throws {
    let bench = try RouteBench(isOwn: true)
    try await bench.start()
    var answers = bench.answers.makeAsyncIterator()
    #expect(await answers.next() == false)
    try await ip(
      bench,
      """
      ip link add left type veth peer name right
      ip addr add 198.51.100.2/24 dev left
      ip link set left up; ip link set right up
      ip route add default via 198.51.100.1
      """)
    #expect(await answers.next() == true)
    try await ip(bench, "ip route del default")
    #expect(await answers.next() == false)
    try await ip(bench, "ip -6 route add default dev left")
    #expect(await answers.next() == true)
    // The cable is pulled: the route stays, its link is down.
    try await ip(bench, "ip link set right down")
    #expect(await answers.next() == false)
    try await ip(bench, "ip link set right up")
    #expect(await answers.next() == true)
    try await ip(bench, "ip link del left")
    #expect(await answers.next() == false)
    await bench.stop()
  }

  @Test(.enabled(if: mayLeaveNetwork, "a network of one's own needs the right to unshare(2)"))
  func whatIsLostInAFloodIsAskedForAnew() async throws {
    let bench = try RouteBench(isOwn: true)
    try await bench.start()
    var answers = bench.answers.makeAsyncIterator()
    #expect(await answers.next() == false)
    let gate = ThreadGate()
    let (reached, feed) = AsyncStream<Void>.makeStream()
    let namespace = await bench.namespace()
    let blocked = Task { await bench.block(at: gate, telling: feed) }
    for await _ in reached { break }
    let (ending, output) = try await ChildProcess.run([
      "nsenter", namespace, "sh", "-e", "-c",
      """
      ip link add left type veth peer name right
      ip addr add 198.51.100.2/24 dev left
      ip link set left up; ip link set right up
      for a in 0 1 2 3; do for b in `seq 0 255`; do echo "route add 203.$a.$b.0/24 via 198.51.100.1"; done; done |
        ip -batch -
      ip route add default via 198.51.100.1
      awk '$2 == 0 && $4 ~ /441$/ { print "drops " $9 }' /proc/net/netlink
      """,
    ])
    try #require(ending == .exit(0), "\(output)")
    #expect(output.contains { $0.hasPrefix("drops ") && $0 != "drops 0" }, "\(output)")
    gate.open()
    await blocked.value
    #expect(await answers.next() == true)
    await bench.stop()
  }
}
