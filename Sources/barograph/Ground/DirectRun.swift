import Devices
import FLARM
import FlightModel
import Glibc
import Linux

/// A job at an instrument that this command opens itself. The calling thread is the loop; Ctrl-C ends
/// the job in order.
final class DirectRun: @unchecked Sendable {
  // Everything is of the loop's thread, which is the one that calls `run`.
  private let loop: EventLoop
  private let opener: EventLoop
  private let signals: SignalQueue
  private let job: GroundJob
  private let address: LinkAddress
  private let isPromised: Bool
  /// False ends the job.
  private let report: (GroundReport) -> Bool
  private var call: GroundCall?
  private var failure: GroundFailure?

  /// `report` answers whether to go on.
  init(
    _ job: GroundJob, at address: LinkAddress, isPromised: Bool,
    report: @escaping (GroundReport) -> Bool
  ) throws(SystemError) {
    signals = try SignalQueue([SIGINT, SIGTERM, SIGHUP])
    loop = try EventLoop(name: "ground")
    opener = try EventLoop(name: "opener")
    self.job = job
    self.address = address
    self.isPromised = isPromised
    self.report = report
  }

  /// Does the job; returns why it failed, nil if it did not.
  func run() throws(SystemError) -> GroundFailure? {
    try opener.start()
    Task(executorPreference: loop) { self.begin() }
    loop.run()
    opener.stop()
    opener.join()
    return failure
  }

  private func begin() {
    _ = try? loop.watch(signals.descriptor, for: .readable) { [self] _ in
      _ = try? signals.next()
      self.call?.stop()
    }
    let parts = InstrumentParts.system(OpenerCalls(loop: loop, opener: opener))
    let call = GroundCall(
      job, at: address, isPromised: isPromised, loop: loop, link: parts.link
    ) { [self] in
      take($0)
    }
    self.call = call
    call.begin()
  }

  private func take(_ event: GroundSession.Event) {
    switch event {
    case .report(let report): if !self.report(report) { call?.stop() }
    case .ended(let failure):
      self.failure = failure
      call = nil
      // A moment for the port to be closed by the thread that may wait for it.
      loop.after(milliseconds: 50) { [self] in loop.stop() }
    }
  }
}
