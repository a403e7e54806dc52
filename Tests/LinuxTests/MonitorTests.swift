import FlightModel
import Linux
import Testing

@Suite struct MonitorTests {
  @Test func aChangeWakesWhoWaits() throws {
    let monitor = Monitor(0)
    try Threads.spawn(name: "changing") {
      for _ in 0..<3 { monitor.change { $0 += 1 } }
    }
    let far = SystemClock.monotonic().advanced(byMilliseconds: 60_000)
    #expect(monitor.wait { $0 == 3 ? .done($0) : .wait(until: far) } == 3)
  }

  @Test func aTimeThatIsNamedEndsAWait() {
    let monitor = Monitor(0)
    let end = SystemClock.monotonic().advanced(byMilliseconds: 20)
    let looks = monitor.wait { looks -> Monitor<Int>.Look<Int> in
      looks += 1
      return SystemClock.monotonic() >= end ? .done(looks) : .wait(until: end)
    }
    #expect(looks >= 2)
  }

  @Test func timesThatAreOverDoNotBlock() {
    let monitor = Monitor(0)
    let past = MonotonicInstant(nanoseconds: -5)
    #expect(
      monitor.wait { (looks) -> Monitor<Int>.Look<Int> in
        looks += 1
        return looks == 3 ? .done(looks) : .wait(until: past)
      } == 3)
  }

  @Test func aChangeThatDoesNotMatterIsSeenAtTheNextOneThatDoes() throws {
    let monitor = Monitor(0)
    try Threads.spawn(name: "changing") {
      monitor.adjust {
        $0 += 1
        return false
      }
      monitor.adjust {
        $0 += 1
        return true
      }
    }
    let far = SystemClock.monotonic().advanced(byMilliseconds: 60_000)
    #expect(monitor.wait { $0 == 2 ? .done($0) : .wait(until: far) } == 2)
  }

  @Test func addressesAreThoseThatOthersReach() throws {
    for address in try NetworkAddress.ofThisMachine() {
      #expect(!address.interface.isEmpty && !address.text.hasPrefix("127."))
      #expect(address.isIPv6 == address.text.contains(":"))
    }
    let link = NetworkAddress(interface: "wlan0", text: "fe80::1", isIPv6: true)
    let home = NetworkAddress(interface: "wlan0", text: "192.168.4.1", isIPv6: false)
    #expect(link.isLinkLocal && !home.isLinkLocal)
  }
}
