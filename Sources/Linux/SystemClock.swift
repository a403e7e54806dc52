import CLinux
package import FlightModel
import Glibc

/// The clocks of this machine. Only shells read them; values are handed on.
package enum SystemClock {
  /// CLOCK_MONOTONIC (clock_gettime(2)).
  package static func monotonic() -> MonotonicInstant {
    MonotonicInstant(nanoseconds: nanoseconds(of: CLOCK_MONOTONIC))
  }

  /// CLOCK_BOOTTIME, which goes on while the machine sleeps.
  package static func sinceBoot() -> MonotonicInstant {
    MonotonicInstant(nanoseconds: nanoseconds(of: CLOCK_BOOTTIME))
  }

  /// CLOCK_REALTIME, right or wrong.
  package static func wall() -> UTCInstant {
    UTCInstant(milliseconds: nanoseconds(of: CLOCK_REALTIME) / 1_000_000)
  }

  /// Whether a time service keeps CLOCK_REALTIME right (adjtimex(2), which only reads here).
  package static func isSynchronised() -> Bool {
    var time = timex()
    return adjtimex(&time) >= 0 && time.status & STA_UNSYNC == 0
  }

  /// The kernel's name for this boot (`/proc/sys/kernel/random/boot_id`).
  package static func bootID() throws(SystemError) -> String {
    let bytes = try Files.read("/proc/sys/kernel/random/boot_id", limit: 64)
    return String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
  }

  private static func nanoseconds(of clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
