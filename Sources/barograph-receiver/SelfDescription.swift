import CommandLineInterface
import Configuration
import ControlAPI
import Glibc
import Linux

/// `barograph-receiver manual` and `barograph-receiver completion`.
extension BarographReceiver {
  static let program = ProgramSpec(
    name: name, title: "keeps what barographd records, and gives it back", section: 8,
    details: """
      The server half of Barograph: devices send it what they record, and get it
      back after a loss. `serve` is what the service runs; the other commands make
      and end accounts in the same storage. Run them as the service's user:

        sudo -u barograph-receiver barograph-receiver account list

      Several receivers may serve one PostgreSQL and one bucket of an object store.
      """,
    commands: commands,
    environment: [
      ("CONFIGURATION_DIRECTORY", "Where receiver.conf is looked for; set by systemd."),
      ("STATE_DIRECTORY", "Where database and files go; set by systemd."),
      ("CREDENTIALS_DIRECTORY", "Where secrets lie that the unit's LoadCredential= names."),
    ],
    files: [
      ("/etc/barograph/receiver.conf", "The configuration: see receiver.conf(5)."),
      ("/var/lib/barograph-receiver", "Database and files, where no PostgreSQL and no bucket is."),
      (
        "/usr/lib/systemd/system/barograph-receiver.service",
        "The unit with its sandbox; `systemctl edit barograph-receiver` makes a drop-in."
      ),
    ], seeAlso: ["receiver.conf(5)", "barographd(8)", "barograph-sync(1)"])

  static let selfDescription = SelfDescription(
    program: name, version: "\(name) \(ProductVersion.text)",
    epoch: getenv("SOURCE_DATE_EPOCH").map { String(cString: $0) },
    pages: {
      [
        ProgramManual(program).wholePage,
        ConfigurationPage<ServerConfiguration>.of(file: "receiver.conf", program: name),
      ]
    },
    programs: { [program] }, write: { (text) throws(Failure) in try Terminal.write(text) },
    keep: { (path, text) throws(Failure) in try keep(path, text) })

  private static func keep(_ path: String, _ text: String) throws(Failure) {
    do throws(SystemError) {
      try Files.makeFolder(Files.folder(of: path), mode: 0o755)
      try Files.replace(path, with: Array(text.utf8), mode: 0o644)
    } catch {
      throw Failure(
        .cannotCreate, "cannot-create", "cannot write a page: \(error)",
        hint: "give a directory that you may write to")
    }
  }
}
