import CommandLineInterface
import ControlAPI
import Devices
import FLARM
import FlightModel
import Glibc
import JSON
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

  /// Does jobs that change something, one after the other, and shows each answer, also when one was
  /// refused.
  static func change(
    _ jobs: [GroundJob], _ invocation: Invocation, kind: String
  ) throws(Failure) -> Int32 {
    var runner = GroundRunner(invocation, kind: kind)
    do throws(Failure) {
      for job in jobs { try runner.run(job) }
    } catch {
      if !invocation.has("json") { try invocation.output.write(runner.outcomes.text) }
      throw error
    }
    try invocation.has("json")
      ? invocation.output.write(["results": .array(runner.outcomes.map(\.json))])
      : invocation.output.write(runner.outcomes.text)
    return 0
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
    if let held = try held(name, by: daemon) {
      let request = GroundRequest(instrument: held, kind: kind, isPromised: isPromised, job: job)
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

  /// The id of the instrument where the recorder has it. One that does not run has none.
  private func held(_ name: String?, by daemon: DaemonConnection) throws(Failure) -> String? {
    let document: InstrumentsDocument
    do throws(Failure) {
      document = try daemon.read(try daemon.call(.instruments)) { (json) throws(DocumentError) in
        try InstrumentsDocument(json: json)
      }
    } catch {
      let isAddress = name.map { (try? LinkAddress($0)) != nil } ?? false
      if error.slug == "not-running" || isAddress { return nil }
      throw error
    }
    guard let name else {
      let fitting = document.instruments.filter { $0.kind == kind }.map(\.id)
      guard fitting.count < 2 else {
        throw .usage(
          "the recorder has several: \(fitting.joined(separator: ", "))",
          hint: "name one with --device")
      }
      return fitting.first
    }
    return document.instruments.first { $0.link != .gone && $0.isMeant(by: name) }?.id
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

extension ProgressLine {
  fileprivate func show(_ report: GroundReport) {
    switch report {
    case .progress(let percent, let name): show("\(name)  \(percent) %")
    case .note(let text): show(text)
    default: break
    }
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

extension InstrumentFacts {
  /// Whether a person means this one: its id, its port's name, with or without a speed.
  fileprivate func isMeant(by name: String) -> Bool {
    let names = [id, address, devnode].compactMap { $0.map(Self.withoutSpeed) }
    return names.contains(Self.withoutSpeed(name))
  }

  private static func withoutSpeed(_ name: String) -> String {
    guard case .serial(let path, _) = try? LinkAddress(name) else { return name }
    return path
  }
}
