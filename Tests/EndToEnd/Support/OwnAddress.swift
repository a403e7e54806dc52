import Glibc

/// An IPv4 address of this machine that is not loopback; nil where there is none.
let ownAddress: String? = {
  var list: UnsafeMutablePointer<ifaddrs>?
  guard getifaddrs(&list) == 0 else { return nil }
  defer { freeifaddrs(list) }
  return sequence(first: list, next: { $0?.pointee.ifa_next }).lazy
    .compactMap { $0?.pointee.ifa_addr }.filter { $0.pointee.sa_family == UInt16(AF_INET) }
    .map(numbers).first { !$0.hasPrefix("127.") && !$0.isEmpty }
}()

private func numbers(_ address: UnsafeMutablePointer<sockaddr>) -> String {
  address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
    var text = [CChar](repeating: 0, count: Int(INET_ADDRSTRLEN))
    inet_ntop(AF_INET, &address.pointee.sin_addr, &text, socklen_t(INET_ADDRSTRLEN))
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
