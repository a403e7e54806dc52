import CommandLineInterface
import ControlAPI
import FlightModel
import Glibc
import JSON
import Linux

/// `barograph watch`.
enum WatchCommand {
  static let spec = CommandSpec(
    path: ["watch"], summary: "follow the recorder on one screen",
    options: [
      OptionSpec("interval", "SECONDS", "without a terminal: between frames, 1 to 3600 (1)"),
      OptionSpec("once", nil, "print one plain frame and end"),
      OptionSpec("json", nil, "print the status document as a line each time"),
      OptionSpec("until", "GOAL", "wait in silence for recording, armed, fix or healthy"),
      OptionSpec("timeout", "SECONDS", "with --until: give up then, with exit code 1"),
      .socket,
    ],
    details: """
      Shows sources, position, clock, disk, box, problems and what happened last,
      each with its age, on a screen of 80 columns and 24 rows or more. Keys: q
      quits, p holds the screen still, t changes between UTC and local time, u
      between m and ft, s sorts the sources, d runs barograph doctor, ? explains,
      Ctrl-L paints anew.

      If the recorder stops answering, the screen says LOST and since when, values
      become dashes, and it is asked again each second.

      Without a terminal one plain frame is printed each time, or with --json one
      line: an object with "type": "status" and the fields of barograph status --json.

      Exit codes: 0 after q, 130 after Ctrl-C; with --until 0 when the goal is reached
      and 1 when it is not in time; 64 wrong usage.
      """
  ) { (invocation) throws(Failure) in
    let interval = try seconds("interval", of: invocation, in: 1...3600) ?? 1
    let timeout = try seconds("timeout", of: invocation, in: 0...86_400)
    let feed = StatusFeed(invocation)
    if let goal = try goal(invocation) {
      return wait(for: goal, feed, timeout: timeout, asJSON: invocation.has("json"))
    }
    guard timeout == nil else {
      throw .usage("--timeout goes with --until", hint: "name what to wait for")
    }
    if ScreenTerminal.isThere, !invocation.has("json"), !invocation.has("once") {
      return try WatchSession.run(feed)
    }
    return try print(feed, interval, invocation)
  }

  private static func seconds(
    _ name: String, of invocation: Invocation, in range: ClosedRange<Int>
  ) throws(Failure) -> Int? {
    guard let text = invocation[name] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw .usage(
        "--\(name) is a whole number from \(range.lowerBound) to \(range.upperBound)",
        hint: "try: barograph watch --help")
    }
    return number
  }

  private static func goal(_ invocation: Invocation) throws(Failure) -> WatchGoal? {
    guard let word = invocation["until"] else { return nil }
    guard let goal = WatchGoal(rawValue: word) else {
      let words = WatchGoal.allCases.map(\.rawValue).joined(separator: ", ")
      throw .usage("there is no goal \(word)", hint: "the goals are \(words)")
    }
    return goal
  }

  // MARK: Without a screen

  /// A frame or a line each time; ends with `--once`, or when nobody reads any more.
  private static func print(
    _ feed: StatusFeed, _ interval: Int, _ invocation: Invocation
  ) throws(Failure) -> Int32 {
    let output = invocation.output
    var memory = WatchMemory()
    while true {
      let document = feed.ask()
      if invocation.has("json") {
        try output.write(bytes: line(document).bytes() + [UInt8(ascii: "\n")])
      } else {
        memory.take(document, at: SystemClock.monotonic())
        try output.write(WatchFrame.plainText(of: memory.scene(at: SystemClock.monotonic())))
      }
      if invocation.has("once") { return 0 }
      Pause.milliseconds(interval * 1000)
    }
  }

  private static func line(_ document: StatusDocument) -> JSONValue {
    var object: JSONObject = ["type": "status"]
    for member in document.json.object?.members ?? [] { object[member.key] = member.value }
    return .object(object)
  }

  /// Asks each second; the exit code.
  private static func wait(
    for goal: WatchGoal, _ feed: StatusFeed, timeout: Int?, asJSON: Bool
  ) -> Int32 {
    let began = SystemClock.monotonic()
    while true {
      let document = feed.ask()
      let isReached = goal.isReached(document)
      let waitedMs = SystemClock.monotonic().milliseconds(since: began)
      let isOver = timeout.map { waitedMs + 1000 > Int64($0) * 1000 } ?? false
      guard isReached || isOver else {
        Pause.milliseconds(1000)
        continue
      }
      if asJSON {
        try? Output().write(bytes: line(document).bytes() + [UInt8(ascii: "\n")])
      } else if !isReached {
        let why = document.problems.first.map { ": \($0.message)" } ?? ""
        Output.complain("barograph: not \(goal.rawValue) after \(timeout ?? 0) s\(why)\n")
      }
      return isReached ? 0 : 1
    }
  }
}
