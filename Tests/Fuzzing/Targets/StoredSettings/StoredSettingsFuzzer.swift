import FlightModel
import FuzzDriver
import Settings
import SyncContract

/// What a server's or another program's rows may hold as the value of any setting.
@main
enum StoredSettingsFuzzer {
  static func main() {
    Fuzzer.run { bytes in
      let json = String(decoding: bytes, as: UTF8.self)
      if let text = JSONText.read(json) {
        Fuzzer.expect(JSONText.read(JSONText.write(text)) == text, "another text came back")
      }
      for key in SettingKey.all {
        guard let value = try? key.parse(json: json) else { continue }
        let again = try? key.parse(json: value.json)
        Fuzzer.expect(again == value, "another value came back")
        if case .text(_, let bounds) = key.kind, let text = value.text {
          Fuzzer.expect(bounds.allow(text), "a text beyond its bounds")
        }
      }
      let settings = StoredSettings(
        SettingKey.all.map {
          ContractRow(.appSettings, [.text($0.name), .text(json), .integer(0)])
        })
      _ = settings.units
      let declared = settings.declaration(over: Declaration())
      Fuzzer.expect(TextBounds.header.allow(declared.pilot), "a pilot beyond the bounds")
    }
  }
}
