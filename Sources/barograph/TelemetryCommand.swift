import CommandLineInterface
import ControlAPI
import FlightModel

/// `barograph telemetry export`: the samples that frames stand for.
enum TelemetryCommand {
  static let spec = CommandSpec(
    path: ["telemetry", "export"], summary: "print recorded telemetry as CSV or JSON lines",
    options: [
      OptionSpec("recording", "N", "of this recording"),
      OptionSpec("board", "ID", "of this board"),
      OptionSpec("from", "TIME", "from this time on, like 2026-07-04T09:00:00Z"),
      OptionSpec("to", "TIME", "before this time"),
      OptionSpec("format", "csv|jsonl|vesc-tool", "layout (csv)"),
      .socket,
    ],
    details: """
      Prints every sample, rebuilt from its Telemetry Frames, in the order of time.
      Choose a recording or a span of time. Unknown values are empty in CSV and null
      in JSON lines.

      Exit codes: 0 complete, 66 there is no such recording, 74 the output or the
      answer broke off (what was printed is then incomplete), 69 the recorder is
      not running.
      """
  ) { (invocation) throws(Failure) in
    let hint = "try: barograph telemetry export --help"
    let span = ["recording", "from", "to"]
    guard span.contains(where: { invocation[$0] != nil }) else {
      throw .usage("say which telemetry: --recording N, or --from TIME --to TIME", hint: hint)
    }
    if let number = invocation["recording"], Int64(number) == nil {
      throw .usage("--recording takes a number", hint: "status and flights show it")
    }
    for name in ["from", "to"] {
      if let text = invocation[name], UTCInstant(rfc3339: text) == nil {
        throw .usage("--\(name) takes a time like 2026-07-04T09:00:00Z", hint: hint)
      }
    }
    let format = invocation["format"] ?? "csv"
    guard TelemetrySelection.Format(rawValue: format) != nil else {
      throw .usage("--format is csv, jsonl or vesc-tool", hint: hint)
    }
    var query = [("format", format)]
    for name in span + ["board"] {
      if let value = invocation[name] { query.append((name, value)) }
    }
    let daemon = DaemonConnection(invocation, timeoutSeconds: 30)
    try daemon.stream(.telemetry, query: query) { (bytes) throws(Failure) in
      try invocation.output.write(bytes: Array(bytes))
    }
    return 0
  }
}
