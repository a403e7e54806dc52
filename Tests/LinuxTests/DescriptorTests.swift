import Glibc
import Linux
import Testing

@Suite struct DescriptorTests {
  private func isOpen(_ descriptor: Int32) -> Bool { fcntl(descriptor, F_GETFD) >= 0 }

  @Test func lettingGoClosesAndReleasingDoesNot() throws {
    var number: Int32 = -1
    do {
      let null = try Descriptor.open("/dev/null", O_RDWR)
      number = null.rawValue
      #expect(isOpen(number))
      #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0)
    }
    // Another test may have reused the number by now; a released one stays ours.
    let kept = try Descriptor.open("/dev/null", O_RDWR).release()
    #expect(isOpen(kept))
    close(kept)
  }

  @Test func readTellsNothingThereFromTheEnd() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    let reader = Descriptor(owning: ends[0])
    var buffer = [UInt8](repeating: 0, count: 8)
    let empty = try buffer.withUnsafeMutableBytes { try reader.read(into: $0) }
    #expect(empty == nil)
    _ = write(ends[1], "abc", 3)
    let three = try buffer.withUnsafeMutableBytes { try reader.read(into: $0) }
    #expect(three == 3)
    close(ends[1])
    let end = try buffer.withUnsafeMutableBytes { try reader.read(into: $0) }
    #expect(end == 0)
  }
}
