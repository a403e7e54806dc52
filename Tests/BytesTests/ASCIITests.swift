import Bytes
import Testing

@Suite struct ASCIITests {
  @Test func decimalsAreFilledAndNeverCut() {
    var bytes: [UInt8] = []
    bytes.append(decimal: 7, width: 3)
    bytes.append(decimal: 12345, width: 3)
    bytes.append(decimal: -42)
    #expect(String(decoding: bytes, as: UTF8.self) == "00712345-42")
    #expect(String(0, width: 2) == "00")
  }

  @Test func hexadecimalGoesBothWays() {
    let bytes: [UInt8] = [0x00, 0x7F, 0xAB, 0xFF]
    #expect(Hexadecimal.encode(bytes) == "007fabff")
    #expect(Hexadecimal.decode("007FabfF") == bytes)
    #expect(Hexadecimal.decode("") == [])
  }

  @Test(arguments: ["0", "0g", "é0", "0x"]) func otherTextIsNotHexadecimal(text: String) {
    #expect(Hexadecimal.decode(text) == nil)
  }
}
