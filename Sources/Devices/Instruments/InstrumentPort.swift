import FlightModel
import Linux
import Log

/// One port with whatever speaks on it: performs a `PortMachine` with a link and a driver. Of the
/// loop's thread alone.
final class InstrumentPort {
  /// What this port is, and how it is used.
  struct Profile {
    /// The name that it keeps.
    var id: String
    var address: LinkAddress
    var settings: InstrumentSettings
    var plan: PortPlan
    /// What its adapter calls itself.
    var adapter: String?
    /// Whose port it is at the moment, as udev names it.
    var systemPath: String?
  }

  private(set) var profile: Profile
  private let parts: InstrumentParts
  private let loop: EventLoop
  private let log: Logger
  private let handler: ([SourceEvent]) -> Void
  private let timer: LoopTimer
  private let wakeTimer: LoopTimer

  private(set) var machine: PortMachine
  private var driver: any InstrumentDriver
  private var link: (any InstrumentLink)?
  private var output = DriverOutput()
  private var identity: InstrumentIdentity?
  private var rate = MessageRate()
  private var sharing: InstrumentSharing?
  private var toldProblem: String?

  init(
    _ profile: Profile, driver: any InstrumentDriver, policy: PortPolicy, parts: InstrumentParts,
    loop: EventLoop, log: Logger, handler: @escaping ([SourceEvent]) -> Void
  ) {
    self.profile = profile
    self.driver = driver
    self.parts = parts
    self.loop = loop
    self.log = log
    self.handler = handler
    machine = PortMachine(profile.plan, policy: policy)
    timer = LoopTimer(loop: loop)
    wakeTimer = LoopTimer(loop: loop)
  }

  // MARK: What the hub says

  func start(mayWrite: @escaping @Sendable () -> Bool) {
    if let port = profile.settings.sharePort {
      sharing = InstrumentSharing(
        port: port, allowsWriting: profile.settings.sharesWriting, mayWrite: mayWrite, loop: loop,
        log: log
      ) { [unowned self] in
        _ = link?.send($0)
      }
      sharing?.start()
    }
    drive(.start)
  }

  func stop() {
    drive(.stop)
    sharing?.stop()
    sharing = nil
  }

  /// The device is there, under this number.
  func plug(systemPath: String, address: LinkAddress) {
    if profile.systemPath != systemPath, profile.systemPath != nil { drive(.unplugged) }
    profile.systemPath = systemPath
    profile.address = address
    drive(.plugged)
  }

  func unplug() {
    profile.systemPath = nil
    drive(.unplugged)
  }

  func lend() { drive(.lend) }

  func giveBack() { drive(.giveBack) }

  var status: InstrumentStatus {
    let now = SystemClock.monotonic()
    let address = profile.address.description
    let hasSpeed = if case .serial = profile.address { true } else { false }
    return InstrumentStatus(
      id: profile.id, address: address, isConfigured: profile.plan.isConfigured,
      state: machine.state, identity: identity, adapter: profile.adapter,
      speed: hasSpeed ? machine.speed : nil,
      messagesPerSecond: rate.perSecond(driver.counters.messages, at: now), usualRate: rate.usual,
      counters: driver.counters, lossCount: machine.lossCount, silenceCount: machine.silenceCount,
      sharePort: profile.settings.sharePort, readerCount: sharing?.readerCount ?? 0,
      problem: machine.problem(at: address) ?? sharing?.problem,
      flarm: (driver as? NMEADriver)?.flarmStatus ?? (driver as? AutoDriver)?.flarmStatus)
  }

  // MARK: The machine

  private func drive(_ event: PortMachine.Event) {
    let before = machine.state
    for action in machine.on(event, at: SystemClock.monotonic()) { perform(action) }
    if machine.state != before { announce(after: before) }
  }

  private func perform(_ action: PortMachine.Action) {
    switch action {
    case .open(let speed): open(speed)
    case .close: closeLink()
    case .arm(let milliseconds):
      timer.arm(milliseconds: milliseconds) { [unowned self] in drive(.timer) }
    case .disarm: timer.disarm()
    }
  }

  private func open(_ speed: Int?) {
    var address = profile.address
    if case .serial(let path, _) = address { address = .serial(path: path, speed: speed) }
    guard let opened = parts.link(address) else {
      return drive(.closed(.failed("\(address) cannot be reached: there is no such way here")))
    }
    link = opened
    opened.open { [unowned self, unowned opened] event in
      guard opened === link else { return }
      take(event)
    }
  }

  private func closeLink() {
    link?.close()
    forgetLink()
  }

  private func forgetLink() {
    link = nil
    wakeTimer.disarm()
    tell { driver.closed(at: $0, &$1) }
  }

  // MARK: The link

  private func take(_ event: LinkEvent) {
    switch event {
    case .opened(let traits):
      sharing?.restart()
      drive(.opened)
      tell { driver.opened(traits, at: $0, &$1) }
    case .received(let bytes): received(bytes)
    case .closed(let failure):
      forgetLink()
      drive(.closed(failure))
    }
  }

  private func received(_ bytes: UnsafeRawBufferPointer) {
    let before = driver.counters
    let current = link
    tell { driver.received(bytes, at: $0, &$1) }
    // What was told may have led to this port's end.
    guard let current, current === link else { return }
    let after = driver.counters
    if after.messages != before.messages {
      rate.note(after.messages, at: SystemClock.monotonic())
      drive(.understood)
    } else if after.unknown != before.unknown {
      drive(.wellFormed)
    }
    if machine.state == .kept { sharing?.take(bytes) }
    drive(.received(bytes.count))
  }

  /// Lets the driver do something, and does what it wants done.
  private func tell(_ body: (MonotonicInstant, inout DriverOutput) -> Void) {
    let now = SystemClock.monotonic()
    body(now, &output)
    for request in output.requests { _ = link?.send(request) }
    if let wakeAt = output.wakeAt, link != nil {
      wakeTimer.arm(milliseconds: max(0, wakeAt.milliseconds(since: now))) { [unowned self] in
        tell { driver.woke(at: $0, &$1) }
      }
    }
    if let recognised = output.recognised, recognised != identity {
      identity = recognised
      log.notice("\(profile.address): \(recognised)")
    }
    let events = output.events
    let isUnanswered = output.wantsReopening
    (output.wakeAt, output.recognised, output.wantsReopening) = (nil, nil, false)
    output.requests.removeAll(keepingCapacity: true)
    output.events.removeAll(keepingCapacity: true)
    if !events.isEmpty { handler(events) }
    if isUnanswered { drive(.unanswered) }
  }

  // MARK: Words

  /// Each trouble once, until an instrument speaks again.
  private func announce(after before: PortMachine.State) {
    switch machine.state {
    // Opened anew: it has had no time to speak yet.
    case .silent where before == .opening: log.debug("\(profile.address): listening again")
    case .kept:
      let speed = machine.speed.map { " at \($0) bits/s" } ?? ""
      log.notice("an instrument speaks at \(profile.address)\(speed)")
      toldProblem = nil
    case .idle, .opening, .listening, .lent:
      log.debug("\(profile.address): \(machine.state.rawValue)")
    case .absent, .silent, .resting, .waiting, .busy, .notPermitted:
      guard let problem = machine.problem(at: profile.address.description),
        problem != toldProblem
      else { return }
      toldProblem = problem
      if machine.hasSpoken || profile.plan.isConfigured {
        log.warning(problem)
      } else {
        log.info(problem)
      }
    }
  }
}
