import CommandLineInterface
import ControlAPI
import JSON
import SyncContract

/// `barograph files export` and `update`.
enum FilesCommand {
  static let export = CommandSpec(
    path: ["files", "export"], summary: "copy out a waypoint or airspace file",
    arguments: "ID [FILE]", argumentCount: 1...2,
    options: [OptionSpec("force", nil, "replace a file that exists"), .socket],
    details: """
      Writes the file as it was imported to FILE, a directory, or - for standard
      output; without FILE to the present directory under its own name. ID is an id
      or its first characters.

      Exit codes: 0 done, 66 there is no such file, or several, 73 the file exists or
      cannot be made, 74 the transfer broke off.
      """
  ) { (invocation) throws(Failure) in
    let row = try RowCommands.row(invocation.arguments[0], .files, invocation)
    let target = invocation.arguments.count == 2 ? invocation.arguments[1] : "."
    let file = ExportFile(
      target: target, name: row["filename"]?.text ?? "", mayReplace: invocation.has("force"))
    let daemon = DaemonConnection(invocation, timeoutSeconds: 30)
    let endpoint = Endpoint.fileContent(id: row["id"]?.text ?? "")
    if let path = try file.fill(from: daemon, endpoint, invocation.output) {
      try invocation.output.write(path + "\n")
    }
    return 0
  }

  static let update = CommandSpec(
    path: ["files", "update"], summary: "take in newer editions of files from catalogues",
    options: [OptionSpec("check", nil, "only tell what is newer"), .json, .socket],
    details: """
      Asks XCSoar's catalogue and openAIP whether the files that were fetched there
      have newer editions, and takes them in. The recorder looks by itself once a
      day; with barograph settings set automaticFileUpdates true it takes them in
      too, else barograph status tells of them.

      Exit codes: 0 everything is as new as there, 65 a newer edition could not be
      used, 75 a catalogue cannot be reached.
      """
  ) { (invocation) throws(Failure) in
    let daemon = DaemonConnection(invocation, timeoutSeconds: FetchCommand.patienceSeconds)
    let json = try daemon.call(.outdatedFiles)
    let files = try daemon.read(json) { (json) throws(DocumentError) in
      try OutdatedFile.list(json)
    }
    if invocation.has("check") || files.isEmpty {
      try tell(files, json, invocation)
      return 0
    }
    var tally = ImportTally(invocation, total: files.count)
    for file in files {
      tally.show(file.path)
      for taken in try FetchCommand.fetch(file.path, daemon).files {
        try tally.add(taken, of: file.path)
      }
    }
    return try tally.finish(isStick: false)
  }

  private static func tell(
    _ files: [OutdatedFile], _ json: JSONValue, _ invocation: Invocation
  ) throws(Failure) {
    if invocation.has("json") { return try invocation.output.write(json) }
    if files.isEmpty {
      return try invocation.output.write("Every file is as new as in its catalogue.\n")
    }
    let table = TextTable(
      headings: ["NAME", "HERE", "THERE", "PATH"],
      rows: files.map { [$0.filename, $0.day ?? "", $0.newDay, $0.path] })
    try invocation.output.write(table.withoutEmptyColumns.text)
  }
}
