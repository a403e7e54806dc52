import CommandLineInterface
import ControlAPI
import JSON

/// `barograph fetch`: takes in what services give.
enum FetchCommand {
  /// A list or a file may take a few requests of half a minute each.
  static let patienceSeconds = 240

  static let spec = CommandSpec(
    path: ["fetch"], summary: "take in a flight, a task or a map file of a service",
    arguments: "PATH...", argumentCount: 1...100,
    options: [
      OptionSpec("output", "FILE", "write it to FILE, - for standard output, and take in nothing"),
      OptionSpec("force", nil, "replace a FILE that exists"), .json, .socket,
    ],
    details: """
      PATH is what barograph browse shows. A flight comes into the logbook, a task
      among the tasks, in place of the same task fetched before, a file of waypoints
      or airspace among the files, in place of its former edition.

      Exit codes: 0 everything was taken in or known, 1 the service wants an account,
      or does not accept it, 65 something could not be used, 66 there is no such
      path, 75 the service cannot be reached.
      """
  ) { (invocation) throws(Failure) in
    if let target = invocation["output"] { return try write(to: target, invocation) }
    let daemon = DaemonConnection(invocation, timeoutSeconds: patienceSeconds)
    var tally = ImportTally(invocation, total: invocation.arguments.count)
    for path in invocation.arguments {
      tally.show(path)
      do throws(Failure) {
        let result = try fetch(path, daemon)
        for file in result.files { try tally.add(file, of: path) }
      } catch {
        tally.clear()
        throw error
      }
    }
    return try tally.finish(isStick: false)
  }

  static func fetch(
    _ path: String, _ daemon: DaemonConnection
  ) throws(Failure) -> ImportResult {
    let json = try daemon.call(.fetch, body: ["path": .string(path)])
    return try daemon.read(json) { (json) throws(DocumentError) in try ImportResult(json: json) }
  }

  private static func write(
    to target: String, _ invocation: Invocation
  ) throws(Failure) -> Int32 {
    guard invocation.arguments.count == 1, let path = invocation.arguments.first else {
      throw .usage("--output takes one path", hint: "fetch them one by one")
    }
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    let file = ExportFile(target: target, name: name, mayReplace: invocation.has("force"))
    let daemon = DaemonConnection(invocation, timeoutSeconds: patienceSeconds)
    let written = try file.fill(invocation.output) { (sink) throws(Failure) in
      try daemon.stream(.catalogueContent, query: [("path", path)]) { (bytes) throws(Failure) in
        try sink(Array(bytes))
      }
    }
    if let written { try invocation.output.write(written + "\n") }
    return 0
  }
}
