import Log
import Synchronization

/// What was logged.
final class LogList: LogSink {
  private let list = Mutex<[String]>([])
  var texts: [String] { list.withLock { $0 } }
  func write(_ message: LogMessage) { list.withLock { $0.append(message.text) } }
}
