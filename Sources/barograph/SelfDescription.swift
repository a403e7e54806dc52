import CommandLineInterface
import Configuration
import ControlAPI
import Glibc
import Linux

/// `barograph manual` and `barograph completion`, of the recorder and its command.
extension Barograph {
  static let selfDescription = SelfDescription(
    program: "barograph", version: "barograph \(ProductVersion.text)",
    epoch: getenv("SOURCE_DATE_EPOCH").map { String(cString: $0) },
    pages: { pages }, programs: { [program, .daemon] }, ids: { CompletedIDs.of($0) },
    write: { (text) throws(Failure) in try Output().write(text) },
    keep: { (path, text) throws(Failure) in try keep(path, text) })

  private static var pages: [ManualPage] {
    ProgramManual(program).pages + [
      ConfigurationPage<DaemonConfiguration>.of(file: "barograph.conf", program: "barographd"),
      ProgramManual(.daemon).wholePage, .stickImport,
    ]
  }

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
