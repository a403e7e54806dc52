import CommandLineInterface
import Devices
import FLARM
import FlightModel
import Glibc
import JSON
import Linux

/// Does a job at the instrument that an invocation names, and keeps what it told.
struct GroundRunner {
  let invocation: Invocation
  /// What `barograph devices` calls instruments that fit.
  let kinds: [String]

  private(set) var outcomes: [CommandOutcome] = []
  private(set) var flights: [LoggerFlight] = []
  private(set) var notes: [String] = []

  init(_ invocation: Invocation, kinds: [String]) {
    self.invocation = invocation
    self.kinds = kinds
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

  private func perform(
    _ job: GroundJob, report: @escaping (GroundReport) -> Bool
  ) throws(Failure) -> GroundFailure? {
    guard let text = invocation["device"] else {
      throw .usage("no instrument is named", hint: "name it with --device")
    }
    let address: LinkAddress
    do throws(LinkAddressError) {
      address = try LinkAddress(text)
    } catch {
      throw .usage(error.description, hint: "name it with --device")
    }
    do throws(SystemError) {
      return try DirectRun(
        job, at: address, isPromised: invocation.has("on-ground"), report: report
      ).run()
    } catch {
      throw Failure(
        .internalError, "no-loop", "cannot wait for the instrument: \(error)", hint: "try again")
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
    let exit: Exit
    let slug: String
    switch failure {
    case .airborne: (exit, slug) = (.refused, "airborne")
    case .refused: (exit, slug) = (.refused, "refused")
    case .notSupported: (exit, slug) = (.refused, "not-supported")
    case .stateUnknown: (exit, slug) = (.tryLater, "state-unknown")
    case .silent: (exit, slug) = (.tryLater, "silent")
    case .tooLong: (exit, slug) = (.tryLater, "too-long")
    case .cancelled: (exit, slug) = (.tryLater, "cancelled")
    case .link: (exit, slug) = (.unavailable, "link")
    case .unusable: (exit, slug) = (.badData, "unusable")
    }
    self.init(exit, slug, failure.words.problem, hint: failure.words.hint)
  }
}
