import Glibc
import Log
import Systemd
import Testing

@Suite struct JournalLogTests {
  private let message = LogMessage(
    level: .warning, subsystem: "gpsd", text: "no answer\nfor 5 s",
    fields: [.port: "2947", .address: "localhost"])

  @Test func aLineIsOneLineWithSortedFields() {
    #expect(JournalLog.line(message) == "gpsd: no answer for 5 s [address=localhost port=2947]")
  }

  @Test func fieldsBearOurName() {
    let entries = JournalLog.entries(
      LogMessage(level: .error, subsystem: "s", text: "t", fields: [.reason: "1", .bytesIn: "2"]))
    #expect(
      entries == [
        "MESSAGE=t", "PRIORITY=3", "SYSLOG_IDENTIFIER=barographd", "BAROGRAPH_SUBSYSTEM=s",
        "BAROGRAPH_BYTES_IN=2", "BAROGRAPH_REASON=1",
      ])
  }

  @Test(arguments: [true, false])
  func whatTheJournalRefusesGoesToStandardError(isRefused: Bool) {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    let log = JournalLog(journal: { _ in !isRefused }, fallback: ends[1])
    log.write(message)
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = read(ends[0], &buffer, 256)
    let line = isRefused ? JournalLog.line(message) + "\n" : ""
    #expect(String(decoding: buffer.prefix(max(0, count)), as: UTF8.self) == line)
    #expect(log.refusedCount == (isRefused ? 1 : 0))
    ends.forEach { close($0) }
  }
}
