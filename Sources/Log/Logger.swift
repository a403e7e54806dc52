/// How much a message matters; raw values are syslog's (RFC 5424, 6.2.1).
package enum LogLevel: Int, Comparable, Sendable, CaseIterable {
  case error = 3
  case warning = 4
  case notice = 5
  case info = 6
  case debug = 7

  /// More severe levels come first.
  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// One message for a person, with fields for a machine. No field holds a token, a coordinate or a
/// row.
package struct LogMessage: Equatable, Sendable {
  package var level: LogLevel
  /// The part of the program that speaks: `gpsd`, `recorder`, `store`.
  package var subsystem: String
  package var text: String
  package var fields: [LogField: String]

  package init(
    level: LogLevel, subsystem: String, text: String, fields: [LogField: String] = [:]
  ) {
    self.level = level
    self.subsystem = subsystem
    self.text = text
    self.fields = fields
  }
}

/// Where messages go: the journal, standard error, or a test's list.
package protocol LogSink: Sendable {
  /// Takes a message; must not block for long and may be called from any thread.
  func write(_ message: LogMessage)
}

/// Writes the messages of one subsystem to a sink, leaving out those less severe than `level`
/// without building their text.
package struct Logger: Sendable {
  package let subsystem: String
  package let level: LogLevel
  private let sink: any LogSink

  package init(subsystem: String, level: LogLevel = .info, sink: any LogSink) {
    self.subsystem = subsystem
    self.level = level
    self.sink = sink
  }

  /// The same sink and level under another subsystem's name.
  package func named(_ subsystem: String) -> Logger {
    Logger(subsystem: subsystem, level: level, sink: sink)
  }

  package func error(_ text: @autoclosure () -> String, _ fields: [LogField: String] = [:]) {
    log(.error, text, fields)
  }

  package func warning(_ text: @autoclosure () -> String, _ fields: [LogField: String] = [:]) {
    log(.warning, text, fields)
  }

  package func notice(_ text: @autoclosure () -> String, _ fields: [LogField: String] = [:]) {
    log(.notice, text, fields)
  }

  package func info(_ text: @autoclosure () -> String, _ fields: [LogField: String] = [:]) {
    log(.info, text, fields)
  }

  package func debug(_ text: @autoclosure () -> String, _ fields: [LogField: String] = [:]) {
    log(.debug, text, fields)
  }

  private func log(_ level: LogLevel, _ text: () -> String, _ fields: [LogField: String]) {
    guard level <= self.level else { return }
    sink.write(
      LogMessage(level: level, subsystem: subsystem, text: text(), fields: fields))
  }
}

/// A sink that drops everything.
package struct SilentLog: LogSink {
  package init() {}
  package func write(_ message: LogMessage) {}
}
