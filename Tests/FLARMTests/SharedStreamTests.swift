import Bytes
import FLARM
import Linux
import SeededRandom
import TestSupport
import Testing

@Suite("Shared stream")
struct SharedStreamTests {
  private func line(_ body: String) -> String {
    let sum = String(body.utf8.reduce(0, ^), radix: 16, uppercase: true)
    return "$\(body)*\(sum.count == 1 ? "0" : "")\(sum)\r\n"
  }

  private func share(_ bytes: [UInt8], cuts: [Int] = []) -> (text: String, stream: SharedStream) {
    var stream = SharedStream()
    var shared: [UInt8] = []
    let edges = [0] + cuts.sorted() + [bytes.count]
    for (start, end) in zip(edges, edges.dropFirst()) {
      bytes[start..<end].withUnsafeBufferPointer { stream.take($0, &shared) }
    }
    return (String(decoding: shared, as: UTF8.self), stream)
  }

  private func share(_ text: String) -> String { share(Array(text.utf8)).text }

  private func traffic(_ id: String, noTrack: Int) -> String {
    line("PFLAA,0,-812,1043,134,2,\(id),215,,31,2.4,1,\(noTrack)")
  }

  private func alarm(_ id: String) -> String { line("PFLAU,4,1,2,1,3,-37,2,-25,410,\(id)") }

  @Test func goodLinesPassAsTheyAre() {
    let text =
      line("GPRMC,093012.00,A") + line("PFLAU,0,1,2,1,0,,0,,,") + line("PXYZ1,1,2")
      + traffic("DD1A2B", noTrack: 0) + "PRS 16F2D\r\n" + "$RPYL,82,69,2021,83,14,1013,0,\r\n"
    #expect(share(text) == text)
    #expect(share(text.replacing("\r\n", with: "\n")) == text)
  }

  @Test func aircraftThatForbidItAreLeftOut() {
    let rest = line("PGRMZ,5012,F,3")
    for mark in [1, 2, 9] {
      #expect(share(traffic("DD1A2B", noTrack: mark) + rest) == rest)
    }
    let small = line("pflaa,0,-812,1043,134,2,DD1A2B,215,,31,2.4,1,1")
    #expect(share(small + rest) == rest)
  }

  @Test(
    "damage might hide one",
    arguments: [
      "$PFLAA,0,-812,1043,134,2,DD1A2B,215,,31,2.4,1,1*00\r\n",
      "$PFLAA,0,-812,1043,134,2,DD1A2B,215,,31,2.4,1\r\n", "$PFXAA,0,-812,1043,134,2,DD1A2B*00\r\n",
      "PFLAA,0,-812,1043,134,2,DD1A2B,215\r\n", "\u{0}DD1A2B\r\n", "AT+GMI\r\n",
    ])
  func damagedLinesAreLeftOut(text: String) {
    let rest = line("PGRMZ,5012,F,3")
    #expect(share(text + rest) == rest)
  }

  @Test func anAlarmNamesOnlyOpenAircraft() {
    let blank = alarm("")
    #expect(share(alarm("DD1A2B")) == blank)
    let open = traffic("DD1A2B", noTrack: 0)
    #expect(share(open + alarm("DD1A2B")) == open + alarm("DD1A2B"))
    #expect(share(open + alarm("DD1A2C")) == open + blank)
    #expect(share(open + traffic("DD1A2B", noTrack: 1) + alarm("DD1A2B")) == open + blank)
    let quiet = line("PFLAU,0,1,2,1,0,,0,,,")
    let long = open + String(repeating: quiet, count: 20)
    #expect(share(long + alarm("DD1A2B")) == long + blank)
    let short = line("PFLAU,4,1,2,1,2,-37,2,-25,410")
    #expect(share(short) == short)
  }

  @Test func manyAircraftAreBounded() {
    let all = (0..<500).map { traffic(String(0xD00000 + $0, radix: 16), noTrack: 0) }.joined()
    #expect(share(all) == all)
    #expect(share(all + alarm("D00000")) == all + alarm("D00000"))
  }

  @Test func piecesGiveTheSame() throws {
    let bytes = try Files.read(
      PackageFolder.fixture("flights/minute-flarm/flight.nmea"), limit: 1 << 20)
    let whole = share(bytes)
    #expect(whole.stream.withheldCount > 10)
    #expect(!whole.text.contains("DDA5BA"))
    #expect(whole.text.contains("DD8F12"))
    #expect(share(bytes, cuts: Array(0..<bytes.count)).text == whole.text)
    var random = SeededGenerator(seed: 5)
    for _ in 0..<20 {
      let cuts = (0..<40).map { _ in Int.random(in: 0...bytes.count, using: &random) }
      #expect(share(bytes, cuts: cuts).text == whole.text)
    }
  }

  @Test func anEndlessLineIsDropped() {
    let rest = line("PGRMZ,5012,F,3")
    let (text, stream) = share(Array(repeating: 0x41, count: 100_000) + Array(("\n" + rest).utf8))
    #expect(text == rest)
    #expect(stream.damagedCount == 1)
  }
}
