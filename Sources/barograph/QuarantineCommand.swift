import CommandLineInterface
import ControlAPI
import JSON

/// `barograph quarantine`: files that could not be taken in, with the reason.
enum QuarantineCommand {
  static let list = CommandSpec(
    path: ["quarantine", "list"], summary: "list files that could not be taken in",
    options: [.json, .socket],
    details: """
      Shows the files that an import could not use, oldest first, each with the
      reason. They are kept as they came, and are not tried again by themselves.
      """
  ) { (invocation) throws(Failure) in
    let daemon = DaemonConnection(invocation)
    let files = try daemon.read(try daemon.call(.quarantine)) { (json) throws(DocumentError) in
      try QuarantinedFile.list(json)
    }
    if invocation.has("json") {
      try invocation.output.write(QuarantinedFile.json(files))
    } else if files.isEmpty {
      try invocation.output.write("No file is in quarantine.\n")
    }
    guard !invocation.has("json") else { return 0 }
    for file in files {
      let day = file.since.map { StatusText.day($0) } ?? "          "
      try invocation.output.write("\(file.id.prefix(12))  \(day)  \(file.name): \(file.reason)\n")
    }
    return 0
  }

  static let retry = CommandSpec(
    path: ["quarantine", "retry"], summary: "try to take a file in again",
    arguments: "ID", argumentCount: 1...1, options: [.json, .socket],
    details: """
      Takes a file of the quarantine in again, after an update of this program for
      example. ID is its id or the first digits of it.

      Exit codes: 0 it was taken in, 65 it cannot be used still, 66 there is none.
      """
  ) { (invocation) throws(Failure) in
    let daemon = DaemonConnection(invocation, timeoutSeconds: 900)
    let answer = try daemon.call(.retryQuarantined, body: ["id": .string(try id(invocation))])
    let result = try daemon.read(answer) { (json) throws(DocumentError) in
      try ImportResult(json: json)
    }
    var tally = ImportTally(invocation, total: 1)
    try tally.add(result, of: result.files.first?.name ?? "")
    return try tally.finish(isStick: false)
  }

  static let discard = CommandSpec(
    path: ["quarantine", "discard"], summary: "throw a file away for good",
    arguments: "ID", argumentCount: 1...1, options: [.json, .socket],
    details: """
      Removes a file from the quarantine. A stick or the inbox that brings the same
      file again is passed over; barograph import of it tries once more.
      """
  ) { (invocation) throws(Failure) in
    let answer = try DaemonConnection(invocation).call(
      .discardQuarantined, body: ["id": .string(try id(invocation))])
    try invocation.has("json")
      ? invocation.output.write(answer) : invocation.output.write("Thrown away.\n")
    return 0
  }

  private static func id(_ invocation: Invocation) throws(Failure) -> String {
    let id = invocation.arguments[0].lowercased()
    guard Endpoint.isID(id) else {
      throw .usage(
        "\"\(invocation.arguments[0])\" is no file's id",
        hint: "an id is 4 to 64 hexadecimal digits; see: barograph quarantine list")
    }
    return id
  }
}
