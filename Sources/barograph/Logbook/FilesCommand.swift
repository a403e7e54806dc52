import CommandLineInterface
import ControlAPI
import SyncContract

/// `barograph files export`.
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
}
