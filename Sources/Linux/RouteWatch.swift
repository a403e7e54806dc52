import CLinux
import Glibc

/// Whether this machine has a default route, from the kernel itself (rtnetlink(7)): on every change
/// of a route or a link the routes are asked for anew, so that nothing missed lasts. Of the loop's
/// thread alone.
package final class RouteWatch {
  /// A burst of changes is answered by one request.
  private static let pauseMs: Int64 = 200
  /// The kernel's own largest answer.
  private static let bufferSize = 32_768

  private let loop: EventLoop
  private let socket: Descriptor
  private let port: UInt32
  private let changed: (Bool) -> Void
  private var watch: EventLoop.Watch?
  private var timer: EventLoop.Timer?
  private var sequence: UInt32 = 0
  /// Of the answer that is being read; nil between answers.
  private var count: Int?
  private var isStale = false
  private var buffer = [UInt8](repeating: 0, count: bufferSize)
  /// Nil until the kernel has answered.
  package private(set) var hasDefaultRoute: Bool?

  /// Starts on the loop's thread; `changed` is called there with the first answer and on each
  /// change.
  package init(loop: EventLoop, changed: @escaping (Bool) -> Void) throws(SystemError) {
    self.loop = loop
    self.changed = changed
    socket = try Self.open()
    port = try Self.port(of: socket)
    watch = try loop.watch(socket.rawValue, for: .readable) { [unowned self] _ in receive() }
    ask()
  }

  /// Ends the watch; call it before the last owner lets go.
  package func close() {
    if let watch { loop.cancel(watch) }
    if let timer { loop.cancel(timer) }
    (watch, timer) = (nil, nil)
  }

  private static func open() throws(SystemError) -> Descriptor {
    let kind = Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let opened = Descriptor(
      owning: try systemCall("socket", "rtnetlink") {
        Glibc.socket(AF_NETLINK, kind, Int32(NETLINK_ROUTE))
      })
    var address = sockaddr_nl()
    address.nl_family = sa_family_t(AF_NETLINK)
    address.nl_groups = UInt32(RTMGRP_LINK | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_ROUTE)
    let number = opened.rawValue
    try systemCall("bind", "rtnetlink") {
      withAddress(&address) { bind(number, $0, socklen_t(MemoryLayout<sockaddr_nl>.size)) }
    }
    return opened
  }

  /// The number by which the kernel knows this socket.
  private static func port(of socket: borrowing Descriptor) throws(SystemError) -> UInt32 {
    var address = sockaddr_nl()
    var size = socklen_t(MemoryLayout<sockaddr_nl>.size)
    let number = socket.rawValue
    try systemCall("getsockname", "rtnetlink") {
      withAddress(&address) { getsockname(number, $0, &size) }
    }
    return address.nl_pid
  }

  private static func withAddress<Result>(
    _ address: inout sockaddr_nl, _ body: (UnsafeMutablePointer<sockaddr>) -> Result
  ) -> Result {
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
    }
  }

  // MARK: Asking

  private func ask() {
    sequence &+= 1
    (count, isStale) = (0, false)
    var request = RouteRequest(sequence: sequence)
    let number = socket.rawValue
    let sent = withUnsafeBytes(of: &request) { send(number, $0.baseAddress, $0.count, 0) }
    if sent < 0 { askLater() }
  }

  private func askLater() {
    count = nil
    guard timer == nil else { return }
    timer = loop.after(milliseconds: Self.pauseMs) { [unowned self] in
      timer = nil
      ask()
    }
  }

  // MARK: Answers

  /// Reads at most so many datagrams in a row, so that a flood cannot keep the thread.
  private func receive() {
    for _ in 0..<64 {
      var sender = sockaddr_nl()
      var size = socklen_t(MemoryLayout<sockaddr_nl>.size)
      let got = Self.withAddress(&sender) {
        recvfrom(socket.rawValue, &buffer, buffer.count, Int32(MSG_TRUNC), $0, &size)
      }
      if got < 0 {
        if errno == EINTR { continue }
        // Messages were lost (ENOBUFS), or the socket is in trouble.
        if errno != EAGAIN { askLater() }
        return
      }
      // Only the kernel has the number 0.
      if sender.nl_pid == 0 { take(Array(buffer.prefix(got)), isWhole: got <= buffer.count) }
    }
  }

  private func take(_ bytes: [UInt8], isWhole: Bool) {
    let datagram = RouteDatagram(bytes, sequence: sequence, port: port)
    let isUseless = datagram.isUseless || datagram.isCut || !isWhole
    guard let soFar = count else {
      if datagram.hasNews || isUseless { askLater() }
      return
    }
    count = soFar + datagram.defaultRouteCount
    isStale = isStale || datagram.hasNews
    if isUseless { askLater() } else if datagram.isDone { finish() }
  }

  private func finish() {
    let answer = (count ?? 0) > 0
    count = nil
    if isStale { askLater() }
    guard hasDefaultRoute != answer else { return }
    hasDefaultRoute = answer
    changed(answer)
  }
}

/// A request for all routes of all families.
private struct RouteRequest {
  var header: nlmsghdr
  var route = rtmsg()

  init(sequence: UInt32) {
    let size = MemoryLayout<nlmsghdr>.size + MemoryLayout<rtmsg>.size
    header = nlmsghdr(
      nlmsg_len: UInt32(size), nlmsg_type: UInt16(RTM_GETROUTE),
      nlmsg_flags: UInt16(NLM_F_REQUEST | NLM_F_ROOT | NLM_F_MATCH), nlmsg_seq: sequence,
      nlmsg_pid: 0)
  }
}
