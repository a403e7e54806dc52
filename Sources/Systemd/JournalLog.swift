import CSystemd
import Glibc
package import Log
import Synchronization

/// Sends messages to the journal with their fields (sd_journal_sendv(3)), or to standard error
/// where there is no journal, with the level in systemd's own prefix where standard error is the
/// journal's stream.
package final class JournalLog: LogSink {
  /// Takes the entries of one message; false when the journal does not.
  package typealias Journal = @Sendable (_ entries: [String]) -> Bool

  private let identifier: String
  private let journal: Journal?
  private let fallback: Int32
  private let failures = Atomic<Int>(0)

  /// Messages that the journal refused and that went to standard error instead.
  package var refusedCount: Int { failures.load(ordering: .relaxed) }

  /// Uses the journal when the service runs under systemd (`JOURNAL_STREAM` names our standard
  /// error), else standard error.
  package convenience init(identifier: String = "barographd") {
    self.init(
      identifier: identifier, journal: getenv("JOURNAL_STREAM") == nil ? nil : Self.send,
      fallback: STDERR_FILENO)
  }

  /// With a journal of the caller's, and the descriptor that takes what it refuses.
  package init(identifier: String = "barographd", journal: Journal?, fallback: Int32) {
    self.identifier = identifier
    self.journal = journal
    self.fallback = fallback
  }

  package func write(_ message: LogMessage) {
    if let journal {
      if journal(Self.entries(message, identifier: identifier)) { return }
      failures.add(1, ordering: .relaxed)
    }
    let line = Array((Self.line(message) + "\n").utf8)
    // The last resort: what it does not take is lost.
    _ = line.withUnsafeBytes { Glibc.write(fallback, $0.baseAddress, $0.count) }
  }

  /// The message as one line for people: `recorder: take-off at 10:24:09Z [recording=7]`.
  package static func line(_ message: LogMessage) -> String {
    let fields = sorted(message).map { "\($0.key.rawValue)=\($0.value)" }
    let tail = fields.isEmpty ? "" : " [\(fields.joined(separator: " "))]"
    let text = "\(message.subsystem): \(message.text)\(tail)"
    return String(text.map { $0.isNewline ? " " : $0 })
  }

  /// The journal's fields: upper-case names with a prefix of ours, so that none can pose as one of
  /// the journal's own.
  package static func entries(
    _ message: LogMessage, identifier: String = "barographd"
  ) -> [String] {
    [
      "MESSAGE=\(message.text)", "PRIORITY=\(message.level.rawValue)",
      "SYSLOG_IDENTIFIER=\(identifier)", "BAROGRAPH_SUBSYSTEM=\(message.subsystem)",
    ]
      + sorted(message).map { "\($0.key.journalName)=\($0.value)" }
  }

  private static func sorted(_ message: LogMessage) -> [(key: LogField, value: String)] {
    message.fields.sorted { $0.key.rawValue < $1.key.rawValue }
  }

  /// The journal itself (sd_journal_sendv(3)). Its library reports success where there is no socket
  /// at all, so that is looked for first.
  package static func send(_ entries: [String]) -> Bool {
    guard access("/run/systemd/journal/socket", W_OK) == 0 else { return false }
    let buffers = entries.map { entry in
      let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: entry.utf8.count, alignment: 1)
      copy.copyBytes(from: entry.utf8)
      return copy
    }
    defer { buffers.forEach { $0.deallocate() } }
    let vectors = buffers.map { iovec(iov_base: $0.baseAddress, iov_len: $0.count) }
    return sd_journal_sendv(vectors, Int32(vectors.count)) >= 0
  }
}
