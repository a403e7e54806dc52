import CommandLineInterface
import ControlAPI
import FlightModel

extension Declaration {
  /// What is declared on the recorder; nothing where none runs.
  init(of invocation: Invocation) throws(Failure) {
    let daemon = DaemonConnection(invocation)
    do throws(Failure) {
      self = try daemon.read(try daemon.call(.declaration)) { (json) throws(DocumentError) in
        try Declaration(json: json)
      }
    } catch {
      guard error.slug == "not-running" else { throw error }
      self.init()
    }
  }
}
