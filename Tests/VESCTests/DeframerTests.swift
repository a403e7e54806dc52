import Bytes
import JSON
import SeededRandom
import Testing

@testable import VESC

/// The payloads that a deframer finds in pieces; what it holds at the end is given up.
func deframed(_ pieces: [[UInt8]], limit: Int = PacketDeframer.standardLimit) -> [[UInt8]] {
  var deframer = PacketDeframer(limit: limit)
  var payloads: [[UInt8]] = []
  for piece in pieces { deframer.feed(piece) { payloads.append(Array($0)) } }
  while deframer.pendingCount > 0 { deframer.flush { payloads.append(Array($0)) } }
  return payloads
}

@Suite struct DeframerTests {
  @Test(arguments: VectorRow.rows("stream")) func `a stream gives its packets, however it is cut`(
    _ row: VectorRow
  ) throws {
    var cuts: [[[UInt8]]] = [[row.bytes], row.bytes.map { [$0] }]
    cuts += (1..<max(2, row.bytes.count)).map {
      [Array(row.bytes.prefix($0)), Array(row.bytes.dropFirst($0))]
    }
    if let chunks = row.content["chunks"]?.array { cuts.append(chunks.compactMap(\.hexBytes)) }
    for pieces in cuts { try check(row, pieces) }
  }

  private func check(_ row: VectorRow, _ pieces: [[UInt8]]) throws {
    let limit = try #require(row.content["maxPayload"]?.integer)
    var deframer = PacketDeframer(limit: Int(limit))
    var payloads: [[UInt8]] = []
    for piece in pieces { deframer.feed(piece) { payloads.append(Array($0)) } }
    #expect(payloads == frames(row.expect))
    #expect(Int64(deframer.counters.skippedBytes) == row.content["skipped"]?.integer)
    #expect(Int64(deframer.pendingCount) == row.content["pending"]?.integer)
    #expect(deframer.counters.packets == payloads.count)
    guard let after = row.content["afterFlush"] else { return }
    payloads = []
    deframer.flush { payloads.append(Array($0)) }
    #expect(payloads == frames(after))
    #expect(Int64(deframer.counters.skippedBytes) == after["skipped"]?.integer)
  }

  private func frames(_ part: JSONValue?) -> [[UInt8]]? {
    part?["frames"]?.array?.compactMap(\.hexBytes)
  }

  @Test(arguments: VectorRow.rows("reply") + VectorRow.rows("request"))
  func `a packet comes through noise on both sides`(_ row: VectorRow) {
    var random = SeededGenerator(seed: UInt64(row.bytes.count))
    for _ in 0..<20 {
      let noise = (0..<3).map { _ in
        (0..<Int.random(in: 0...40, using: &random)).map { _ in
          UInt8.random(in: 0...255, using: &random)
        }
      }
      let line = noise[0] + row.bytes + noise[1] + row.bytes + noise[2]
      let cut = Int.random(in: 0...line.count, using: &random)
      #expect(deframed([line]) == [row.payload, row.payload])
      #expect(
        deframed([Array(line.prefix(cut)), Array(line.dropFirst(cut))]) == [
          row.payload, row.payload,
        ])
      #expect(deframed(line.map { [$0] }) == [row.payload, row.payload])
    }
  }

  @Test func `what is framed is found again, at every length`() {
    for length in [1, 2, 254, 255, 256, 257, 511, 512, 4_096, 9_999, 10_000] {
      let payload = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7) }
      #expect(deframed([VESCPacket(payload: payload).bytes], limit: 10_000) == [payload])
    }
    #expect(VESCPacket(payload: []).bytes == [])
    #expect(
      deframed([VESCPacket(payload: Array(repeating: 1, count: 10_001)).bytes], limit: .max) == [])
  }

  @Test func `skipped bytes in a row count as one run`() {
    var deframer = PacketDeframer()
    let good = VESCPacket(payload: [4]).bytes
    deframer.feed([9, 9, 9] + good + good + [8] + good + [7, 7]) { _ in }
    #expect(deframer.counters == .init(packets: 3, skippedBytes: 6, skippedRuns: 3))
  }

  @Test func `a reset forgets half a packet`() {
    var deframer = PacketDeframer()
    let good = VESCPacket(payload: [62, 7, 98]).bytes
    var found = 0
    deframer.feed(Array(good.prefix(4))) { _ in found += 1 }
    deframer.reset()
    deframer.feed(good) { _ in found += 1 }
    #expect(found == 1 && deframer.pendingCount == 0)
  }

  /// A burst of a megabyte in one read, half of it false headers, is worked through piece by piece.
  @Test func `a large read holds little`() {
    var deframer = PacketDeframer()
    let unit = VESCPacket(payload: [62, 7, 98]).bytes + [3, 1, 200]
    var found = 0
    deframer.feed(Array(repeatElement(unit, count: 20_000).joined())) { _ in found += 1 }
    while deframer.pendingCount > 0 { deframer.flush { _ in found += 1 } }
    #expect(found == 20_000)
  }
}
