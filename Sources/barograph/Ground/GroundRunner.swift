import CommandLineInterface
import ControlAPI
import Devices
import FLARM
import FlightModel
import Glibc
import Linux

/// Does a job at the instrument that an invocation names, and keeps what it told.
struct GroundRunner {
  let invocation: Invocation
  /// What `barograph devices` calls an instrument that fits.
  let kind: String

  private(set) var outcomes: [CommandOutcome] = []
  private(set) var flights: [LoggerFlight] = []
  private(set) var notes: [String] = []

  init(_ invocation: Invocation, kind: String) {
    self.invocation = invocation
    self.kind = kind
  }

  /// Does the job. Parts of files go to `take`, whose failure ends the job; what else is told is kept,
  /// also when the job fails.
  mutating func run(
    _ job: GroundJob,
    files take: @escaping (LoggerFlight, FilePart) throws(Failure) -> Void = {
      (_, _) throws(Failure) in
    }
  ) throws(Failure) {
    let progress = ProgressLine()
    var refused: Failure?
    var kept: [GroundReport] = []
    let failure = try perform(job) { report in
      progress.show(report)
      guard case .file(let flight, let part) = report else {
        kept.append(report)
        return true
      }
      do throws(Failure) {
        try take(flight, part)
      } catch {
        refused = error
      }
      return refused == nil
    }
    progress.clear()
    for report in kept { keep(report) }
    if let refused { throw refused }
    if let failure { throw Failure(failure) }
  }

  private mutating func keep(_ report: GroundReport) {
    switch report {
    case .outcome(let outcome): outcomes.append(outcome)
    case .flight(let flight): flights.append(flight)
    case .note(let text): notes.append(text)
    case .file, .progress: break
    }
  }

  /// What the recorder holds is reached through it, everything else is opened here.
  private func perform(
    _ job: GroundJob, report: @escaping (GroundReport) -> Bool
  ) throws(Failure) -> GroundFailure? {
    let isPromised = invocation.has("on-ground")
    let name = invocation["device"]
    let daemon = DaemonConnection(invocation)
    if try isHeld(name, by: daemon) {
      let request = GroundRequest(
        instrument: name, kind: kind, isPromised: isPromised, job: job)
      return try DaemonRun(daemon: daemon, request: request).run(report: report)
    }
    let address = try address(name)
    do throws(SystemError) {
      return try DirectRun(job, at: address, isPromised: isPromised, report: report).run()
    } catch {
      throw Failure(
        .internalError, "no-loop", "cannot wait for the instrument: \(error)", hint: "try again")
    }
  }

  /// Whether the recorder has the instrument. Where it does not run, it has none.
  private func isHeld(_ name: String?, by daemon: DaemonConnection) throws(Failure) -> Bool {
    let document: InstrumentsDocument
    do throws(Failure) {
      document = try daemon.read(try daemon.call(.instruments)) { (json) throws(DocumentError) in
        try InstrumentsDocument(json: json)
      }
    } catch {
      if error.slug == "not-running" { return false }
      if name.map({ (try? LinkAddress($0)) != nil }) == true { return false }
      throw error
    }
    guard let name else { return document.instruments.contains { $0.kind == kind } }
    return document.instruments.contains {
      $0.link != .gone && [$0.id, $0.address, $0.devnode].contains(name)
    }
  }

  private func address(_ name: String?) throws(Failure) -> LinkAddress {
    guard let name else {
      throw .usage(
        "there is no \(kind) that the recorder has found",
        hint: "name the instrument with --device; `barograph devices` lists what is there")
    }
    do throws(LinkAddressError) {
      return try LinkAddress(name)
    } catch {
      throw .usage(error.description, hint: "or name an id that `barograph devices` lists")
    }
  }
}

/// How far it is, on a terminal only.
private struct ProgressLine {
  private let isShown = isatty(STDERR_FILENO) == 1

  func show(_ report: GroundReport) {
    switch report {
    case .progress(let percent, let name): draw("\(name.printable)  \(percent) %")
    case .note(let text): draw(text.printable)
    default: break
    }
  }

  func clear() { draw("") }

  private func draw(_ text: String) {
    guard isShown else { return }
    let bytes = Array("\r\u{1B}[K\(text)".utf8)
    _ = bytes.withUnsafeBytes { Output.write($0, to: STDERR_FILENO) }
  }
}

extension Failure {
  /// An instrument did not do what was asked.
  init(_ failure: GroundFailure) {
    let exit: Exit =
      switch failure {
      case .airborne, .refused, .notSupported: .refused
      case .stateUnknown, .silent, .tooLong, .cancelled: .tryLater
      case .link: .unavailable
      case .unusable: .badData
      }
    self.init(exit, failure.slug, failure.words.problem, hint: failure.words.hint)
  }
}
