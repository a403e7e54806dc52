package import FLARM
import FlightModel
import Linux

/// Where a person's jobs at instruments that the hub holds are done, one at a time. Lives on the
/// loop's thread.
///
/// What a job tells is kept until it is fetched; a job that nobody fetches from any more is ended.
package actor GroundDesk {
  /// Why a job was not begun.
  package enum Refusal: Error, Equatable, Sendable {
    case airborne
    /// Another job is being done.
    case busy
    case loan(InstrumentHub.LoanError)
  }

  /// A piece of what a job tells.
  package struct Page: Equatable, Sendable {
    package var isRunning: Bool
    /// The number of the first report of the next page.
    package var next: Int
    package var reports: [GroundReport]
    /// Why it failed, once it has ended.
    package var failure: GroundFailure?
  }

  /// Reports of one page, at most.
  static let pageLimit = 400
  /// Reports that wait to be fetched, at most: some megabytes of a file.
  static let waitingLimit = 20_000
  /// A job that is not asked about for this long is ended.
  static let patienceMilliseconds: Int64 = 60_000

  nonisolated let loop: EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    loop.asUnownedSerialExecutor()
  }

  private let hub: InstrumentHub
  private let parts: InstrumentParts
  private let isAirborne: @Sendable () -> Bool
  private let fetched: @Sendable (_ name: String, _ bytes: [UInt8]) -> Void
  private var download = Download()
  private var call: GroundCall?
  private var lent: String?
  private var waiting: [GroundReport] = []
  /// How many were given out before those that wait.
  private var given = 0
  private var failure: GroundFailure?
  private lazy var patience = LoopTimer(loop: loop)

  /// `isAirborne` tells on the loop's thread whether the recorder is; `fetched` gets each flight that
  /// was fetched whole, on the loop's thread.
  package init(
    hub: InstrumentHub, parts: InstrumentParts, isAirborne: @escaping @Sendable () -> Bool,
    fetched: @escaping @Sendable (_ name: String, _ bytes: [UInt8]) -> Void = { _, _ in }
  ) {
    loop = hub.loop
    self.hub = hub
    self.parts = parts
    self.isAirborne = isAirborne
    self.fetched = fetched
  }

  /// Takes an instrument from the hub and begins; the id of the instrument. `name` is as for `lend`.
  package func start(
    _ job: GroundJob, at name: String?, kind: InstrumentKind, isPromised: Bool
  ) throws(Refusal) -> String {
    guard !isAirborne() else { throw .airborne }
    guard call == nil else { throw .busy }
    let loan = try borrow(name, kind)
    (lent, waiting, given, failure, download) = (loan.id, [], 0, nil, Download())
    let call = GroundCall(
      job, at: loan.address, isPromised: isPromised, loop: loop, link: parts.link
    ) { [weak self] event in
      self?.assumeIsolated { $0.take(event) }
    }
    self.call = call
    waitForFetch()
    call.begin()
    return loan.id
  }

  private func borrow(
    _ name: String?, _ kind: InstrumentKind
  ) throws(Refusal) -> Loan {
    let result = hub.assumeIsolated { (hub) -> Result<Loan, InstrumentHub.LoanError> in
      do throws(InstrumentHub.LoanError) {
        let loan = try hub.lend(name, kind: kind)
        return .success(Loan(id: loan.id, address: loan.address))
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success(let loan): return loan
    case .failure(let error): throw .loan(error)
    }
  }

  private struct Loan: Sendable {
    let id: String
    let address: LinkAddress
  }

  /// What was told from a report's number on; earlier ones are forgotten.
  package func page(after number: Int) -> Page {
    let known = min(max(0, number - given), waiting.count)
    waiting.removeFirst(known)
    given += known
    if call != nil { waitForFetch() }
    let reports = Array(waiting.prefix(Self.pageLimit))
    let isLast = call == nil && reports.count == waiting.count
    return Page(
      isRunning: !isLast, next: given + reports.count, reports: reports,
      failure: isLast ? failure : nil)
  }

  /// Ends the job in order.
  package func stop() { call?.stop() }

  private func waitForFetch() {
    patience.arm(milliseconds: Self.patienceMilliseconds) { [weak self] in
      self?.assumeIsolated { $0.stop() }
    }
  }

  private func take(_ event: GroundSession.Event) {
    switch event {
    case .report(let report): keep(report)
    case .ended(let failure): end(failure)
    }
  }

  private func keep(_ report: GroundReport) {
    if case .file(let flight, let part) = report, let bytes = download.take(part) {
      fetched(flight.fileName, bytes)
    }
    // Only the newest progress is of interest.
    if case .progress = report, case .progress = waiting.last { waiting.removeLast() }
    waiting.append(report)
    if waiting.count > Self.waitingLimit { stop() }
    if isAirborne() { stop() }
  }

  private func end(_ failure: GroundFailure?) {
    self.failure = failure
    call = nil
    patience.disarm()
    guard let id = lent else { return }
    lent = nil
    let hub = hub
    hub.assumeIsolated { $0.giveBack(id) }
  }
}

/// A flight's file as it comes from a logger.
private struct Download {
  /// Loggers have no longer ones, bytes.
  private static let longest = 64 << 20
  private var bytes: [UInt8] = []
  private var isLost = true

  /// Takes the next part; the whole file with its last one.
  mutating func take(_ part: FilePart) -> [UInt8]? {
    switch part {
    case .begin: (bytes, isLost) = ([], false)
    // What came before a break was given to another job.
    case .resumed, .abandoned: (bytes, isLost) = ([], true)
    case .data(let more):
      isLost = isLost || bytes.count + more.count > Self.longest
      if !isLost { bytes += more }
    case .complete:
      defer { (bytes, isLost) = ([], true) }
      return isLost ? nil : bytes
    }
    return nil
  }
}
