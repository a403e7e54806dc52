import FLARM
import FuzzDriver

/// Any file in place of a flarmcfg.txt.
@main
enum ConfigurationFileFuzzer {
  static func main() {
    Fuzzer.run { bytes in
      let content = ConfigurationFile.read(Array(bytes))
      let again = ConfigurationFile.read(ConfigurationFile.write(content.settings))
      Fuzzer.expect(again.settings == content.settings, "what was taken reads back differently")
      Fuzzer.expect(again.refusals.isEmpty, "what was written is refused")
      Fuzzer.expect(
        content.settings.count + content.refusals.count <= bytes.count + 1, "more than came")
    }
  }
}
