import CommandLineInterface
import Configuration
import ControlAPI
import Diagnosis
import FlightModel
import Glibc
import Linux
import ServicePlan
import Systemd

/// Everything that is asked of the box before it is judged. Nothing is changed by it.
struct Examination {
  /// The recorder's word of itself, or why there is none.
  let status: Result<StatusDocument, Failure>
  let instruments: Result<InstrumentsDocument, Failure>
  let services: Result<[ServiceFacts], Failure>
  /// Who flies what on the recorder; nil where it does not tell.
  let declaration: Declaration?
  let files: FoundConfiguration
  let configuration: ConfigurationReading<DaemonConfiguration>
  let units: Known<[String: UnitState]>
  /// What `--socket` names, else the environment.
  let socketPath: String

  init(_ invocation: Invocation) {
    let daemon = DaemonConnection(invocation, timeoutSeconds: 5)
    socketPath = daemon.path
    status = Self.result { () throws(Failure) in
      let json = try daemon.call(.status)
      return try daemon.read(json) { (json) throws(DocumentError) in
        try StatusDocument(json: json)
      }
    }
    instruments = status.flatMap { _ in
      Self.result { () throws(Failure) in
        let json = try daemon.call(.instruments)
        return try daemon.read(json) { (json) throws(DocumentError) in
          try InstrumentsDocument(json: json)
        }
      }
    }
    services = status.flatMap { _ in
      Self.result { () throws(Failure) in
        try daemon.read(try daemon.call(.services)) { (json) throws(DocumentError) in
          try ServiceList.services(json)
        }
      }
    }
    declaration = try? status.flatMap { _ in
      Self.result { () throws(Failure) in
        let json = try daemon.call(.declaration)
        return try daemon.read(json) { (json) throws(DocumentError) in
          try Declaration(json: json)
        }
      }
    }.get()
    files = FoundConfiguration(invocation["config"], name: "barograph.conf")
    configuration = ConfigurationReading(files.sources)
    units = SystemdUnits.states()
  }

  private static func result<Value>(
    _ body: () throws(Failure) -> Value
  ) -> Result<Value, Failure> {
    do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
  }

  /// What all of it comes to.
  func diagnosis(isStrict: Bool) -> Diagnosis {
    let findings =
      recorder.findings + gpsd.findings + instrumentPorts.findings + permissions.findings
      + bluetooth.findings + clock.findings + disk.findings
      + SyncOutlook.findings(
        fact {
          SyncOutlook(
            state: $0.sync.state.rawValue, line: $0.sync.line, hasServer: $0.sync.server != nil)
        })
      + ServiceOutlook.findings(connectedServices)
      + LogbookFacts.findings(
        fact {
          LogbookFacts(
            inboxFiles: $0.imports.waiting, flightsToAnalyse: $0.imports.analysisWaiting,
            unfinishedRecordings: $0.unfinishedRecordings)
        }) + page.findings + configurationFacts.findings
    return Diagnosis(findings.joined(with: problems), isStrict: isStrict)
  }

  // MARK: The recorder's own word

  /// What the recorder tells, if it does.
  var facts: StatusFacts? { try? document.get().facts }

  /// The document while it is true.
  private var document: Result<StatusDocument, Failure> {
    status.flatMap { document in
      let shown = document.asShown(at: SystemClock.wall())
      guard shown.state == .unknown, let problem = shown.problems.first else {
        return .success(shown)
      }
      return .failure(Failure(.tryLater, problem.id, problem.message, hint: problem.fix))
    }
  }

  /// Something that only the recorder knows, or why it is not known.
  func fact<Value: Sendable>(_ read: (StatusFacts) -> Value) -> Known<Value> {
    switch document {
    case .success(let document):
      document.facts.map { .known(read($0)) } ?? .unknown("the recorder does not tell")
    case .failure(let failure): .unknown(Self.reason(failure))
    }
  }

  /// Likewise of the list of instruments.
  func instrumentFact<Value: Sendable>(_ read: (InstrumentsDocument) -> Value) -> Known<Value> {
    switch instruments {
    case .success(let document): .known(read(document))
    case .failure(let failure): .unknown(Self.reason(failure))
    }
  }

  private var connectedServices: Known<[ServiceOutlook]> {
    switch services {
    case .success(let services):
      .known(
        services.filter { $0.takesFlights && $0.state != .notConnected }.map(ServiceOutlook.init))
    case .failure(let failure): .unknown(Self.reason(failure))
    }
  }

  private static func reason(_ failure: Failure) -> String {
    switch failure.slug {
    case "not-running": "the recorder is not running"
    case "permission-denied": "you may not ask the recorder"
    default: failure.message
    }
  }

  private var problems: [ReportedProblem] {
    guard let document = try? document.get() else { return [] }
    return document.problems.filter { !isToldByConfiguration($0) }.map {
      ReportedProblem(
        id: $0.id, about: $0.subject, isCritical: $0.severity == .critical, message: $0.message,
        fix: $0.fix)
    }
  }

  /// The configuration's own check says more.
  private func isToldByConfiguration(_ problem: Problem) -> Bool {
    problem.id == "configuration-wrong"
  }

  private var recorder: RecorderFacts {
    RecorderFacts(
      answer: answer, commandVersion: ProductVersion.text, unit: unit("barographd.service"))
  }

  private var answer: RecorderFacts.Answer {
    switch document {
    case .success(let document): return Self.answer(document)
    case .failure(let failure):
      switch failure.slug {
      case "not-running": return .notRunning(failure.message)
      case "permission-denied": return .notPermitted(failure.message, fix: failure.hint)
      default: return .silent(failure.message, fix: failure.hint)
      }
    }
  }

  private static func answer(_ document: StatusDocument) -> RecorderFacts.Answer {
    guard let facts = document.facts else {
      return .silent("the recorder does not tell what it does", fix: "update command and recorder")
    }
    var words = [String(document.state.rawValue.map { $0 == "-" ? " " : $0 })]
    if let recording = facts.recording { words = ["records \(recording.kind) \(recording.id)"] }
    if facts.recording != nil, let age = facts.storage.lastDurableAgeS {
      words.append("last write \(StatusText.age(age))")
    }
    return .answers(version: facts.version, doing: words.joined(separator: ", "))
  }

  /// What systemd says of a unit; one that it does not know is not installed.
  func unit(_ name: String) -> Known<UnitState> {
    switch units {
    case .known(let units): .known(units[name] ?? UnitState())
    case .unknown(let reason): .unknown(reason)
    }
  }

  private var page: PageOutlook {
    let page = configuration.configuration.page
    return PageOutlook(
      address: page.listen.map { "\($0.host):\($0.port)" }, isOpenToNetwork: page.isField)
  }

  private var configurationFacts: ConfigurationFacts {
    let unreadable = files.unreadable.filter { $0.code == EACCES || $0.code == EPERM }
    let broken = files.unreadable.filter { !unreadable.contains($0) }
    return ConfigurationFacts(
      files: files.sources.count,
      problems: broken.map { "\($0)" } + configuration.problems.map { "\($0)" },
      unreadable: unreadable.map(\.subject),
      usesLastGood: (try? document.get()).map { document in
        document.problems.contains { $0.id == "configuration-wrong" }
      })
  }
}

/// The units that matter here, as systemd knows them (systemctl(1)).
enum SystemdUnits {
  private static let names = [
    "barographd.service", "gpsd.service", "gpsd.socket", "bluetooth.service",
    "ModemManager.service",
  ]

  static func states() -> Known<[String: UnitState]> {
    guard Files.exists("/run/systemd/system") else {
      return .unknown("systemd does not run here")
    }
    let words = ["systemctl", "show", "--property=\(UnitState.properties)", "--"] + names
    guard let output = ProgramRun.output(of: words, limit: 1 << 16) else {
      return .unknown("systemctl does not answer")
    }
    return .known(UnitState.units(in: String(decoding: output, as: UTF8.self)))
  }
}

extension ServiceOutlook {
  fileprivate init(_ facts: ServiceFacts) {
    let missing = facts.missing.compactMap(ServiceField.init).map { field in
      MissingField(option: field.isSecret ? nil : "--\(field.rawValue)", meaning: field.meaning)
    }
    self.init(
      name: facts.name, title: facts.title, isRejected: facts.state == .login,
      unchecked: facts.unchecked, missing: missing)
  }
}
