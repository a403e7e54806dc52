import FuzzDriver
import VESC

/// Bytes of a VESC's port: packets, and all that is read from a payload. The input is also read as
/// one payload, which no checksum guards.
@main
enum VESCPacketsFuzzer {
  static func main() {
    Fuzzer.run { bytes in
      let expected = readings(of: [Array(bytes)])
      Fuzzer.expect(
        readings(of: bytes.drips) == expected, "pieces give other replies than the whole")
      _ = ReplyReading(Array(bytes))
      let framed = VESCPacket(payload: Array(bytes.prefix(PacketDeframer.standardLimit))).bytes
      Fuzzer.expect(
        framed.isEmpty || readings(of: [framed]).count == 1, "what was framed is not found")
    }
  }

  private static func readings(of pieces: [[UInt8]]) -> [ReplyReading] {
    var deframer = PacketDeframer()
    var readings: [ReplyReading] = []
    for piece in pieces { deframer.feed(piece) { readings.append(ReplyReading($0)) } }
    var pending = deframer.pendingCount
    while pending > 0 {
      deframer.flush { readings.append(ReplyReading($0)) }
      Fuzzer.expect(deframer.pendingCount < pending, "a flush drops nothing")
      pending = deframer.pendingCount
    }
    return readings
  }
}
