import CommandLineInterface
import Diagnosis
import FlightModel
import Linux

/// `barograph doctor`.
enum DoctorCommand {
  static let spec = CommandSpec(
    path: ["doctor"], summary: "find what stands in the way of a recording, and how to mend it",
    arguments: "[CHECK...]", argumentCount: 0...16,
    options: [
      OptionSpec("strict", nil, "warnings, and what is optional, count as failures"),
      OptionSpec("bundle", "FILE", "also write what a report of a fault needs to FILE.tar.gz"),
      OptionSpec("config", "FILE", "the recorder's configuration (/etc/barograph/barograph.conf)"),
      .json, .socket,
    ],
    details: """
      Looks at recorder, gpsd, instruments, permissions, bluetooth, clock, disk, sync,
      services, logbook, page and configuration, and changes nothing. Works while the
      recorder is down, too; as root it sees more. A CHECK is one of these words, a
      single check (docs/doctor.md has all), or an instrument or source by a part of
      its name.

      A line a subject: OK, NOTE (may be so), WARN or FAIL, with what to do behind
      "->"; for a NOTE only if its subject is named. Then what could not be checked
      and why, and in the last line the verdict. The text is for people and may
      change; --json is the contract.

      --bundle collects this, the status, the configuration, versions, ports and the
      journal of the last days. Positions, names, passwords, tokens and numbers of
      devices are taken out; look through it all the same before you send it. An
      existing file is not replaced.

      Exit codes: 0 nothing is wrong, 1 warnings, 2 failures, 4 the recorder could
      not be asked, 64 wrong usage, 73 the bundle cannot be written.
      """
  ) { (invocation) throws(Failure) in
    if let path = invocation["bundle"] { try SupportBundle.check(path) }
    let examination = Examination(invocation)
    let whole = examination.diagnosis(isStrict: invocation.has("strict"))
    let diagnosis = try chosen(invocation.arguments, of: whole)
    let now = SystemClock.wall()
    var written: String?
    if let path = invocation["bundle"] {
      written = try SupportBundle(examination, whole, now: now).write(to: path)
    }
    if invocation.has("json") {
      try invocation.output.write(DoctorDocument.json(diagnosis, now: now))
    } else {
      if let written { try invocation.output.write(written) }
      let text = DoctorText(
        diagnosis: diagnosis, hasColour: invocation.output.hasColour,
        explainsNotes: !invocation.arguments.isEmpty)
      try invocation.output.write(painted: text.lines.joined(separator: "\n") + "\n")
    }
    return Int32(diagnosis.verdict.rawValue)
  }

  private static func chosen(
    _ names: [String], of diagnosis: Diagnosis
  ) throws(Failure) -> Diagnosis {
    if names.isEmpty { return diagnosis }
    if let chosen = diagnosis.only(names) { return chosen }
    let known = Subject.allCases.map(\.rawValue) + diagnosis.findings.map(\.id)
    let unknown = names.first { diagnosis.only([$0]) == nil } ?? ""
    // A subject of which there is nothing to say is none the less one.
    let near = ArgumentParser.suggestion(for: unknown, among: known)
    throw .usage(
      "there is no check \"\(unknown)\"",
      hint: near.map { "did you mean \($0)?" }
        ?? "checks are: " + Subject.allCases.map(\.rawValue).joined(separator: ", "))
  }
}
