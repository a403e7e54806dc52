import Crypto
import FlightModel
import IGC
import JSON
import Keyring
import Linux
import TestSupport
import Testing

/// `verify` and `keys`, which need no daemon.
@Suite struct FileCommandTests {
  private let runner = CommandRunner()
  private var keys: KeyFolder { KeyFolder(path: runner.folder.file("keys")) }

  /// A file of two minutes, signed by a key or not.
  private func igc(signedBy key: Ed25519.PrivateKey?) throws -> [UInt8] {
    let recorder = try #require(RecorderIdentity(serial: "ABC"))
    let header = FileHeader(
      recorder: recorder, declaration: Declaration(pilot: "Ada Lift"), firmwareVersion: "0.1.0",
      hardwareVersion: "test", receiver: "test", pressureSensor: nil, flightOfDay: 1)
    var writer = IGCWriter(header: header, digest: SHA256(), key: key)
    let start = UTCInstant(CivilDate(year: 2026, month: 7, day: 4), millisecondOfDay: 40_000_000)
    for second in 0..<120 {
      writer.append(
        IGCFix(
          time: start.advanced(byMilliseconds: Int64(second) * 1000), quality: .threeDimensional,
          position: Coordinate(latitudeE7: 480_000_000 + Int32(second) * 1000, longitudeE7: 0),
          ellipsoidAltitudeCm: 50_000))
    }
    writer.finish()
    return writer.drain()
  }

  private func write(_ bytes: [UInt8], _ name: String = "f.igc") throws -> String {
    try Files.replace(runner.folder.file(name), with: bytes)
    return name
  }

  @Test func aFileOfThisBoxIsValid() async throws {
    let key = try keys.deviceKey(name: "hangar-pi")
    let result = try await runner.run(["verify", try write(try igc(signedBy: key))])
    #expect(result.code == 0)
    let own = try #require(try keys.devicePublicKey())
    #expect(result.output == "f.igc: valid, signed by \(own.fingerprint) (hangar-pi)\n")
  }

  @Test func anUnknownSignerIsOneUntilTrusted() async throws {
    let key = try Ed25519.PrivateKey.generate()
    let named = try #require(NamedPublicKey(bytes: key.publicKeyBytes, name: "club box"))
    let file = try write(try igc(signedBy: key))
    let unknown = try await runner.run(["verify", file])
    #expect(unknown.code == 1)
    #expect(unknown.output.contains("signed by unknown \(named.fingerprint)"))
    #expect(unknown.output.contains("barograph keys trust \(named.hexadecimal)"))
    let trust = try await runner.run(["keys", "trust", try write(Array(named.line.utf8), "k.pub")])
    #expect(trust.code == 0)
    #expect(trust.output == "Trusted \(named.fingerprint)  club box\n")
    let known = try await runner.run(["verify", file])
    #expect(known.code == 0)
    let list = try await runner.run(["keys", "list"])
    #expect(list.output == "\(named.fingerprint)  trusted  club box\n")
  }

  @Test func anAlteredFileIsTwoAndNamesThePlace() async throws {
    let key = try keys.deviceKey(name: "")
    var bytes = try igc(signedBy: key)
    // The altitude of the last B record.
    let last = try #require(
      bytes.indices.last { $0 > 0 && bytes[$0] == UInt8(ascii: "B") && bytes[$0 - 1] == 0x0A })
    bytes[last + 34] ^= 1
    let result = try await runner.run(["verify", "--json", try write(bytes)])
    #expect(result.code == 2)
    let file = try #require(try JSONValue.parse(result.output)["files"]?.array?.first)
    #expect(file["result"] == "altered")
    let valid = try #require(file["valid_to_line"]?.integer)
    let before = try #require(file["altered_before_line"]?.integer)
    let line = Int64(bytes[..<last].count { $0 == 0x0A } + 1)
    #expect(valid > 0 && valid < line && line < before)
  }

  @Test func anUnsignedFileIsThree() async throws {
    let result = try await runner.run(["verify", try write(try igc(signedBy: nil))])
    #expect(result.code == 3)
    #expect(result.output == "f.igc: unsigned\n")
  }

  @Test func aCutFileIsFour() async throws {
    let key = try keys.deviceKey(name: "")
    let bytes = try igc(signedBy: key)
    let result = try await runner.run([
      "verify", try write(Array(bytes.prefix(bytes.count * 2 / 3))),
    ])
    #expect(result.code == 4)
    #expect(result.output.contains("CUT: valid up to line "))
  }

  @Test func ofSeveralFilesTheHighestCodeCounts() async throws {
    let key = try keys.deviceKey(name: "")
    let good = try write(try igc(signedBy: key), "good.igc")
    let plain = try write(try igc(signedBy: nil), "plain.igc")
    let both = try await runner.run(["verify", plain, good])
    #expect(both.code == 3)
    #expect(both.output.split(separator: "\n").count == 2)
    let missing = try await runner.run(["verify", "none.igc", good])
    #expect(missing.code == 66)
    #expect(missing.output.contains("good.igc: valid"))
    #expect(missing.error.contains("none.igc"))
  }

  @Test func keysTravelFromBoxToBox() async throws {
    let none = try await runner.run(["keys", "export"])
    #expect(none.code == 66)
    _ = try keys.deviceKey(name: "hangar-pi")
    let export = try await runner.run(["keys", "export"])
    #expect(export.code == 0)
    let other = CommandRunner()
    try Files.replace(other.folder.file("k.pub"), with: Array(export.output.utf8))
    #expect(try await other.run(["keys", "trust", "k.pub", "--name", "his"]).code == 0)
    let own = try #require(try keys.devicePublicKey())
    #expect(try await other.run(["keys", "list"]).output == "\(own.fingerprint)  trusted  his\n")
  }

  @Test(arguments: [("nothing", 65), ("missing.pub", 66), (String(repeating: "0", count: 63), 65)])
  func whatIsNoKeyIsRefused(argument: String, code: Int) async throws {
    let result = try await runner.run(["keys", "trust", argument])
    #expect(Int(result.code) == code)
    #expect(!Files.exists(keys.trustedFolder))
  }
}
