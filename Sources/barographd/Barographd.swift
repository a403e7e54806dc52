import Configuration
import ControlAPI
import Glibc
import Linux
import Log
import Systemd

/// The service: reads its command line and configuration, then runs the daemon until a signal.
@main
enum Barographd {
  static func main() {
    let options: Options
    switch Options.parse(CommandLine.arguments) {
    case .run(let parsed): options = parsed
    case .help: finish(Options.help, EX_OK)
    case .version: finish("barographd \(ProductVersion.text)\n", EX_OK)
    case .usage(let problem):
      fail("barographd: \(problem)\nTry: barographd --help\n", EX_USAGE)
    }
    let found = ConfigurationFiles.load(options.configuration)
    if options.isCheckOnly {
      finish(found.report, found.isGood ? EX_OK : EX_CONFIG)
    }
    guard let settled = found.settled() else { fail(found.report, EX_CONFIG) }
    let log = Logger(
      subsystem: "barographd", level: settled.configuration.logLevel, sink: JournalLog())
    if let complaint = settled.complaint { log.error(complaint) }
    exit(Launch.run(settled, log: log))
  }

  private static func finish(_ text: String, _ code: Int32) -> Never {
    StandardStream.output.write(text)
    exit(code)
  }

  private static func fail(_ text: String, _ code: Int32) -> Never {
    StandardStream.error.write(text)
    exit(code)
  }
}

/// The two streams for people.
enum StandardStream: Int32 {
  case output = 1
  case error = 2

  /// Writes a text; what the other end does not take is lost.
  func write(_ text: String) {
    let bytes = Array(text.utf8)
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(rawValue, $0.baseAddress! + written, $0.count - written)
      }
      if count <= 0 { return }
      written += count
    }
  }
}
