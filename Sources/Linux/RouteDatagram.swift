import Glibc

/// What one datagram of rtnetlink(7) says about default routes. Whatever the bytes are, it reads
/// inside them; what is no message ends the reading.
package struct RouteDatagram: Equatable, Sendable {
  /// Usable default routes among the answers to our request.
  package private(set) var defaultRouteCount = 0
  /// The answer to our request is complete.
  package private(set) var isDone = false
  /// The answer is not consistent or was refused: ask again.
  package private(set) var isUseless = false
  /// Someone changed a route or a link.
  package private(set) var hasNews = false
  /// The bytes end within a message.
  package private(set) var isCut = false

  /// Reads a datagram; `sequence` and `port` are those of our request.
  package init(_ bytes: [UInt8], sequence: UInt32, port: UInt32) {
    var rest = NetlinkBytes(bytes[...])
    while rest.count >= Self.headerSize {
      guard let length = rest.word32(0).map(Int.init), length >= Self.headerSize,
        length <= rest.count
      else { break }
      read(rest.part(0, length), sequence: sequence, port: port)
      rest = rest.part(min(rest.count, (length + 3) & ~3), rest.count)
    }
    isCut = rest.count > 0
  }

  // netlink(7), rtnetlink(7); the numbers are of the kernel's interface.
  private static let headerSize = 16
  private static let routeSize = 12
  private static let (typeError, typeDone): (UInt16, UInt16) = (2, 3)
  private static let (newLink, delLink): (UInt16, UInt16) = (16, 17)
  private static let (newRoute, delRoute): (UInt16, UInt16) = (24, 25)
  private static let (flagMulti, flagInterrupted): (UInt16, UInt16) = (2, 16)

  private mutating func read(_ message: NetlinkBytes, sequence: UInt32, port: UInt32) {
    guard let type = message.word16(4), let flags = message.word16(6) else { return }
    let isOurs = message.word32(8) == sequence && message.word32(12) == port
    switch type {
    case Self.typeDone where isOurs:
      isDone = true
      // A number below 0 is an error.
      if let code = message.word32(16), Int32(bitPattern: code) < 0 { isUseless = true }
    case Self.typeError where isOurs:
      isUseless = true
    case Self.newRoute where isOurs && flags & Self.flagMulti != 0:
      if Self.isUsableDefault(message) { defaultRouteCount += 1 }
    case Self.newLink, Self.delLink, Self.newRoute, Self.delRoute:
      hasNews = true
    default: break
    }
    if isOurs && flags & Self.flagInterrupted != 0 { isUseless = true }
  }

  /// A unicast route to everywhere whose link is up; not one of the local table, nor a cached one,
  /// nor the `unreachable` that stands for "none" in IPv6.
  private static func isUsableDefault(_ message: NetlinkBytes) -> Bool {
    let route = message.part(headerSize, message.count)
    guard route.count >= routeSize, let flags = route.word32(8),
      [UInt8(AF_INET), UInt8(AF_INET6)].contains(route[0]), route[1] == 0, route[2] == 0,
      route[4] != 255, route[7] == 1, flags & 0x200 == 0
    else { return false }
    var isUsable = flags & deadOrDown == 0
    for (type, value) in attributes(route.part(routeSize, route.count)) {
      switch type {
      case 4 where value.word32(0) == loopback: isUsable = false
      case 9: isUsable = hasUsableHop(value)
      case 15 where value.word32(0) == 255: return false
      default: break
      }
    }
    return isUsable
  }

  private static let deadOrDown: UInt32 = 1 | 16
  private static let loopback: UInt32 = 1

  private static func attributes(_ bytes: NetlinkBytes) -> [(UInt16, NetlinkBytes)] {
    var found: [(UInt16, NetlinkBytes)] = []
    var rest = bytes
    while let length = rest.word16(0).map(Int.init), length >= 4, length <= rest.count,
      let type = rest.word16(2)
    {
      found.append((type & 0x3FFF, rest.part(4, length)))
      rest = rest.part(min(rest.count, (length + 3) & ~3), rest.count)
    }
    return found
  }

  /// Next hops of a route with several (`struct rtnexthop`).
  private static func hasUsableHop(_ bytes: NetlinkBytes) -> Bool {
    var rest = bytes
    while let length = rest.word16(0).map(Int.init), length >= 8, length <= rest.count {
      if UInt32(rest[2]) & deadOrDown == 0, rest.word32(4) != loopback { return true }
      rest = rest.part(min(rest.count, (length + 3) & ~3), rest.count)
    }
    return false
  }
}

/// Bytes with numbers in this machine's order; a number that is not there is nil.
private struct NetlinkBytes {
  private let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  var count: Int { bytes.count }

  subscript(_ offset: Int) -> UInt8 { bytes[bytes.startIndex + offset] }

  func part(_ from: Int, _ to: Int) -> NetlinkBytes {
    NetlinkBytes(bytes[bytes.startIndex + from..<bytes.startIndex + to])
  }

  func word16(_ offset: Int) -> UInt16? { number(offset) }
  func word32(_ offset: Int) -> UInt32? { number(offset) }

  private func number<Number: FixedWidthInteger>(_ offset: Int) -> Number? {
    guard offset + MemoryLayout<Number>.size <= count else { return nil }
    return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Number.self) }
  }
}
