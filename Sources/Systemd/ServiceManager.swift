import CSystemd
import Glibc
package import Linux

/// What the service is told to do and tells back over systemd's notification socket (sd_notify(3)).
///
/// Without systemd (no `NOTIFY_SOCKET`) every message goes nowhere and that is fine.
package struct ServiceManager: Sendable {
  /// How often the watchdog wants to be fed, in milliseconds: half of `WatchdogSec=`; nil without
  /// a watchdog (sd_watchdog_enabled(3)).
  package let watchdogIntervalMilliseconds: Int64?

  package init() {
    var microseconds: UInt64 = 0
    let enabled = sd_watchdog_enabled(0, &microseconds)
    watchdogIntervalMilliseconds = enabled > 0 ? Int64(clamping: microseconds / 2000) : nil
  }

  /// The service has started and does its job.
  package func ready(status: String) throws(SystemError) {
    try notify("READY=1\nSTATUS=\(oneLine(status))")
  }

  /// One line that `systemctl status` shows.
  package func status(_ text: String) throws(SystemError) { try notify("STATUS=\(oneLine(text))") }

  /// The service is on its way down.
  package func stopping() throws(SystemError) { try notify("STOPPING=1") }

  /// The service is alive; call it only after work has made its whole round.
  package func feedWatchdog() throws(SystemError) { try notify("WATCHDOG=1") }

  private func notify(_ state: String) throws(SystemError) {
    let result = sd_notify(0, state)
    guard result >= 0 else {
      throw SystemError(operation: "sd_notify", subject: "NOTIFY_SOCKET", code: -result)
    }
  }

  private func oneLine(_ text: String) -> String {
    String(text.map { $0.isNewline ? " " : $0 })
  }
}

/// The directories that systemd made for the unit (`StateDirectory=` and its like), by the names in
/// the environment (systemd.exec(5)).
package enum ServiceDirectory: String, Sendable {
  case state = "STATE_DIRECTORY"
  case runtime = "RUNTIME_DIRECTORY"
  case configuration = "CONFIGURATION_DIRECTORY"
  case credentials = "CREDENTIALS_DIRECTORY"

  /// The first path of the variable, or nil where it is not set.
  package var path: String? {
    guard let value = getenv(rawValue).map({ String(cString: $0) }), !value.isEmpty else {
      return nil
    }
    return value.split(separator: ":").first.map(String.init)
  }
}
