import FuzzDriver
import Linux

/// Any datagram in place of the kernel's.
@main
enum RouteDatagramFuzzer {
  static func main() {
    Fuzzer.run { bytes in
      let bytes = Array(bytes)
      let datagram = RouteDatagram(bytes, sequence: 1, port: 1)
      // A route's message is 28 bytes at least.
      Fuzzer.expect(datagram.defaultRouteCount <= bytes.count / 28, "more routes than fit")
    }
  }
}
