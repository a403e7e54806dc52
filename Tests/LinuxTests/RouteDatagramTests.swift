import Linux
import SeededRandom
import Testing

/// Messages of rtnetlink(7), byte by byte.
enum RouteBytes {
  static let (sequence, port): (UInt32, UInt32) = (7, 4711)

  static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number) { Array($0) }
  }

  static func padded(_ bytes: [UInt8]) -> [UInt8] {
    bytes + [UInt8](repeating: 0, count: -bytes.count & 3)
  }

  static func message(
    _ type: UInt16, _ payload: [UInt8], flags: UInt16 = 2, sequence: UInt32 = sequence,
    port: UInt32 = port
  ) -> [UInt8] {
    bytes(UInt32(16 + payload.count)) + bytes(type) + bytes(flags) + bytes(sequence) + bytes(port)
      + padded(payload)
  }

  static func attribute(_ type: UInt16, _ value: [UInt8]) -> [UInt8] {
    padded(bytes(UInt16(4 + value.count)) + bytes(type) + value)
  }

  static func hop(flags: UInt8, link: Int32) -> [UInt8] {
    bytes(UInt16(8)) + [flags, 0] + bytes(link)
  }

  /// A route through link 2, and what a case changes of it.
  static func route(
    family: UInt8 = 2, length: UInt8 = 0, table: UInt8 = 254, type: UInt8 = 1, flags: UInt32 = 0,
    attributes: [UInt8] = attribute(4, bytes(Int32(2)))
  ) -> [UInt8] {
    [family, length, 0, 0, table, 3, 0, type] + bytes(flags) + attributes
  }

  static func read(_ bytes: [UInt8]) -> RouteDatagram {
    RouteDatagram(bytes, sequence: sequence, port: port)
  }
}

@Suite struct RouteDatagramTests {
  @Test(
    arguments: [
      ("IPv4", RouteBytes.route(), 1),
      ("IPv6", RouteBytes.route(family: 10), 1),
      ("a table of a VPN", RouteBytes.route(table: 252), 1),
      ("without a link", RouteBytes.route(attributes: []), 1),
      ("multicast routing", RouteBytes.route(family: 128), 0),
      ("not everywhere", RouteBytes.route(length: 24), 0),
      ("local table", RouteBytes.route(table: 255), 0),
      (
        "local table by attribute",
        RouteBytes.route(attributes: RouteBytes.attribute(15, RouteBytes.bytes(UInt32(255)))), 0
      ),
      ("unreachable", RouteBytes.route(family: 10, type: 7), 0),
      ("dead", RouteBytes.route(flags: 1), 0),
      ("no carrier", RouteBytes.route(flags: 16), 0),
      ("on link", RouteBytes.route(flags: 4), 1),
      ("cached", RouteBytes.route(family: 10, flags: 0x200), 0),
      (
        "loopback",
        RouteBytes.route(attributes: RouteBytes.attribute(4, RouteBytes.bytes(Int32(1)))),
        0
      ),
      (
        "one hop of two is up",
        RouteBytes.route(
          attributes: RouteBytes.attribute(
            9, RouteBytes.hop(flags: 16, link: 2) + RouteBytes.hop(flags: 0, link: 3))), 1
      ),
      (
        "both hops are down",
        RouteBytes.route(
          attributes: RouteBytes.attribute(
            9, RouteBytes.hop(flags: 16, link: 2) + RouteBytes.hop(flags: 1, link: 3))), 0
      ),
    ] as [(String, [UInt8], Int)])
  func aDefaultRouteIsOneThatWorks(name: String, route: [UInt8], count: Int) {
    let datagram = RouteBytes.read(RouteBytes.message(24, route))
    #expect(datagram.defaultRouteCount == count, "\(name)")
    #expect(!datagram.hasNews && !datagram.isCut && !datagram.isUseless)
  }

  @Test func anAnswerEndsWithDone() {
    let answer = RouteBytes.message(24, RouteBytes.route())
    let datagram = RouteBytes.read(answer + answer + RouteBytes.message(3, [0, 0, 0, 0]))
    #expect(datagram.defaultRouteCount == 2)
    #expect(datagram.isDone && !datagram.isUseless)
    #expect(!RouteBytes.read(answer).isDone)
  }

  @Test func othersMessagesAreNewsOnly() {
    let route = RouteBytes.route()
    for (type, sequence, port, flags) in [
      (24, 7, 1, 2), (24, 8, 4711, 2), (25, 0, 0, 0), (16, 0, 0, 0), (17, 0, 0, 0),
      (24, 7, 4711, 0),
    ] as [(UInt16, UInt32, UInt32, UInt16)] {
      let datagram = RouteBytes.read(
        RouteBytes.message(type, route, flags: flags, sequence: sequence, port: port))
      #expect(datagram.hasNews && datagram.defaultRouteCount == 0 && !datagram.isDone)
    }
    #expect(!RouteBytes.read(RouteBytes.message(20, route, port: 0)).hasNews)
    #expect(!RouteBytes.read(RouteBytes.message(3, [0, 0, 0, 0], sequence: 6)).isDone)
    #expect(!RouteBytes.read(RouteBytes.message(2, [0, 0, 0, 0], sequence: 6)).isUseless)
  }

  @Test func aRefusedOrTornAnswerIsUseless() {
    let busy = RouteBytes.bytes(Int32(-16))
    #expect(RouteBytes.read(RouteBytes.message(2, busy)).isUseless)
    #expect(RouteBytes.read(RouteBytes.message(3, busy)).isUseless)
    #expect(RouteBytes.read(RouteBytes.message(24, RouteBytes.route(), flags: 2 | 16)).isUseless)
  }

  @Test func everyCutIsSeenAndReadsNothingBeyond() {
    let message = RouteBytes.message(24, RouteBytes.route())
    for end in 1..<message.count {
      let datagram = RouteBytes.read(Array(message[..<end]))
      #expect(datagram.isCut && datagram.defaultRouteCount == 0)
    }
    #expect(!RouteBytes.read([]).isCut)
  }

  @Test func anyBytesAreRead() {
    var random = SeededGenerator(seed: 3)
    let whole =
      RouteBytes.message(24, RouteBytes.route())
      + RouteBytes.message(
        24,
        RouteBytes.route(
          attributes: RouteBytes.attribute(9, RouteBytes.hop(flags: 16, link: 2))
            + RouteBytes.attribute(15, RouteBytes.bytes(UInt32(254)))))
      + RouteBytes.message(3, [0, 0, 0, 0])
    var seen: Set<Int> = []
    for _ in 0..<20_000 {
      var bytes = Array(whole.prefix(Int.random(in: 0...whole.count, using: &random)))
      for _ in 0..<Int.random(in: 0...6, using: &random) where !bytes.isEmpty {
        bytes[.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      seen.insert(RouteBytes.read(bytes).defaultRouteCount)
    }
    // No message is counted twice.
    #expect(seen.isSubset(of: [0, 1, 2]) && seen.contains(1))
  }
}
