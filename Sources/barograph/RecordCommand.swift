import CommandLineInterface
import ControlAPI
import FlightModel
import Glibc
import JSON

/// `barograph record`: start, stop and mark by hand.
enum RecordCommand {
  static let start = CommandSpec(
    path: ["record", "start"], summary: "start a recording now",
    options: [.json, .socket],
    details: """
      Starts a recording whatever the recording policy says. With the policy "auto"
      this is not needed: take-off starts one, with the minute before it.

      Exit codes: 0 started, 1 one is running already, 75 the receiver has no
      date yet (wait for a fix), 69 the recorder is not running.
      """
  ) { (invocation) throws(Failure) in
    let daemon = DaemonConnection(invocation)
    let json = try daemon.call(.startRecording)
    let recording = try daemon.read(json) { (json) throws(DocumentError) in
      try RecordingStatus(json: json)
    }
    if invocation.has("json") {
      try invocation.output.write(json)
    } else {
      try invocation.output.write(
        "Recording \(recording.kind) \(recording.id) since \(recording.startedAt.rfc3339)\n")
    }
    return 0
  }

  static let stop = CommandSpec(
    path: ["record", "stop"], summary: "end the recording and wait until it is written",
    options: [
      OptionSpec("wait", "SECONDS", "wait this long for the IGC file (60)"), .json, .socket,
    ],
    details: """
      Ends the running recording. The command returns when every fix is on the disk
      and the IGC file is written, and prints where that file is.

      Exit codes: 0 written, 1 nothing was being recorded, 75 the fixes are safe but
      the IGC file is not ready yet, 69 the recorder is not running.
      """
  ) { (invocation) throws(Failure) in
    guard let wait = Int(invocation["wait"] ?? "60"), (0...3600).contains(wait) else {
      throw .usage("--wait takes 0 to 3600 seconds", hint: "leave it out to wait a minute")
    }
    let daemon = DaemonConnection(invocation, timeoutSeconds: 120)
    var json = try daemon.call(.stopRecording)
    var result = try daemon.read(json) { (json) throws(DocumentError) in
      try StopResult(json: json)
    }
    if case .accepted(let recordingID) = result,
      let written = try waitForFile(of: recordingID, daemon, seconds: wait)
    {
      result = written
      json = written.json
    }
    if invocation.has("json") {
      try invocation.output.write(json)
    } else {
      try invocation.output.write(text(of: result))
    }
    if case .accepted = result { return Failure.Exit.tryLater.rawValue }
    return 0
  }

  static let mark = CommandSpec(
    path: ["record", "mark"], summary: "mark this moment in the recording",
    arguments: "[TEXT]", argumentCount: 0...1,
    options: [.json, .socket],
    details: """
      Marks the next fix as a pilot event (PEV in the IGC file). TEXT is kept beside
      it on this box.

      Exit codes: 0 marked, 1 nothing is being recorded, 69 the recorder is not
      running.
      """
  ) { (invocation) throws(Failure) in
    let daemon = DaemonConnection(invocation)
    let body = invocation.arguments.first.map { ["text": .string($0)] as JSONValue }
    let json = try daemon.call(.mark, body: body)
    let result = try daemon.read(json) { (json) throws(DocumentError) in
      try MarkResult(json: json)
    }
    if invocation.has("json") {
      try invocation.output.write(json)
    } else {
      try invocation.output.write(
        "Marked recording \(result.recordingID) at \(result.at.rfc3339)\n")
    }
    return 0
  }

  /// Looks into the logbook once a second until the recording's file is there; nil if it takes too
  /// long.
  private static func waitForFile(
    of recordingID: Int64, _ daemon: DaemonConnection, seconds: Int
  ) throws(Failure) -> StopResult? {
    for attempt in 0...seconds {
      if attempt > 0 { sleep(1) }
      let json = try daemon.call(.flights, query: [("limit", "20")])
      let flights = try daemon.read(json) { (json) throws(DocumentError) in
        try FlightList.read(json)
      }
      if let flight = flights.first(where: { $0.recordingID == recordingID }) {
        return .finished(
          recordingID: recordingID, flightID: flight.id,
          igcPath: flight.igcPath ?? flight.filename)
      }
    }
    return nil
  }

  private static func text(of result: StopResult) -> String {
    switch result {
    case .finished(let recordingID, let flightID, let igcPath):
      "Recording \(recordingID) is complete.\n"
        + (flightID.map { "flight  \($0.prefix(12))\n" } ?? "") + "igc     \(igcPath)\n"
    case .empty(let recordingID): "Recording \(recordingID) ended without a fix; no file.\n"
    case .accepted(let recordingID):
      "Recording \(recordingID) has ended and its fixes are on the disk; the IGC file is not "
        + "ready yet.\nSee it later with: barograph flights list\n"
    }
  }
}
