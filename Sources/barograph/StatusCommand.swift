import CommandLineInterface
import ControlAPI
import FlightModel
import JSON

/// `barograph status`.
enum StatusCommand {
  static let spec = CommandSpec(
    path: ["status"], summary: "show whether a flight is, or would be, recorded safely",
    options: [
      .json,
      OptionSpec("quiet", nil, "print nothing, only set the exit code"),
      OptionSpec("exit-zero", nil, "end with 0 whenever the recorder could be asked"),
      .socket,
    ],
    details: """
      Shows what the recorder is doing, how old each value is, and every problem with
      what to do about it. The last line is the verdict. The text is for people and
      may change; --json is the contract (docs/api.md).

      Exit codes: 0 healthy (waiting counts as healthy), 1 running with warnings,
      2 running but not safely recording, 3 not running, 4 cannot tell (no answer,
      no permission, or an answer that makes no sense), 64 wrong usage.
      """
  ) { (invocation) throws(Failure) in
    let document = StatusFeed(invocation).ask()
    if !invocation.has("quiet") {
      if invocation.has("json") {
        try invocation.output.write(document.json)
      } else {
        var text = StatusText(document: document, hasColour: invocation.output.hasColour)
        if document.facts != nil { text.units = ReadingUnits(of: invocation) }
        try invocation.output.write(painted: text.lines.joined(separator: "\n") + "\n")
      }
    }
    let isKnown = ![.notRunning, .cannotTell].contains(document.exitCode)
    if invocation.has("exit-zero"), isKnown { return 0 }
    return Int32(document.exitCode.rawValue)
  }
}
