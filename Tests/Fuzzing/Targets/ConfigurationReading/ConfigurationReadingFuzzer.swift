import ConfigFile
import Configuration
import FuzzDriver

/// A configuration file, and the messages about it.
@main
enum ConfigurationReadingFuzzer {
  static func main() {
    Fuzzer.run { bytes in
      let source = ConfigurationSource(name: "barograph.conf", bytes: Array(bytes))
      let reading = ConfigurationReading<DaemonConfiguration>([source])
      Fuzzer.expect(!reading.report.isEmpty, "nothing to say")
      for path in [reading.configuration.socket, reading.configuration.storage.directory] {
        Fuzzer.expect(path.isUsable, "an unusable path was taken")
        _ = path.resolved { _ in "/a:/b" }
      }
      let receiver = ConfigurationReading<ServerConfiguration>([source])
      Fuzzer.expect(!receiver.report.isEmpty, "nothing to say")
    }
  }
}
