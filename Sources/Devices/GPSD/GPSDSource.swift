import FlightModel
package import Linux
package import Log

/// Reads one gpsd: its reports as fixes, and the sentences of a FLARM behind it.
///
/// Lives on the loop's thread. It sends gpsd nothing but watch requests, and a device nothing at
/// all.
package actor GPSDSource {
  package struct Configuration: Equatable, Sendable {
    package var address = GPSDAddress()
    /// Whether to look for a FLARM in the sentences of each device.
    package var looksForFLARM = true
    package var link = GPSDLink.Policy()
    package var passThrough = PassThrough.Policy()

    package init(address: GPSDAddress = GPSDAddress()) { self.address = address }
  }

  /// Receives events in the order of their arrival, on the loop's thread, as one batch a read.
  package typealias Handler = @Sendable ([SourceEvent]) -> Void

  nonisolated let loop: EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    loop.asUnownedSerialExecutor()
  }

  private let configuration: Configuration
  private let opener: GPSDOpener
  private let log: Logger
  private let handler: Handler

  private var link: GPSDLink
  private var socket: WatchedSocket?
  private let linkTimer: LoopTimer
  private let flushTimer: LoopTimer
  private var reader = ReportReader()
  private var channels: [ReceiverID: PassThroughChannel] = [:]
  private var batch: [SourceEvent] = []
  private var lastTrouble: String?
  /// Whether the journal knows that gpsd is watched, and gpsd has reported no position since: without a
  /// receiver it is silent, and asked anew each minute, for days.
  private var isQuiet = false
  private let pace: PacedReading
  private var lastReadAt = MonotonicInstant(nanoseconds: 0)

  package init(
    _ configuration: Configuration, loop: EventLoop, opener: GPSDOpener, log: Logger,
    handler: @escaping Handler
  ) {
    self.configuration = configuration
    self.loop = loop
    self.opener = opener
    self.log = log
    self.handler = handler
    link = GPSDLink(policy: configuration.link)
    linkTimer = LoopTimer(loop: loop)
    flushTimer = LoopTimer(loop: loop)
    pace = PacedReading(loop: loop)
  }

  /// Begins to connect, and goes on for ever.
  package func start() { drive(.start) }

  /// Closes everything; fixes that still waited are delivered first.
  package func shutdown() {
    catchUp()
    drive(.stop)
    // Its closure holds this source, and the loop may end before it runs.
    flushTimer.disarm()
    deliver()
  }

  /// Delivers what waits in the sockets, so that it comes before what follows.
  package func catchUp() {
    for id in channels.keys { readSentences(id) }
    readReports()
  }

  /// What `status` shows.
  package var status: GPSDStatus {
    let now = SystemClock.monotonic()
    var counters = reader.counters
    counters.garbage.overlong += socket?.overlongCount ?? 0
    return GPSDStatus(
      host: configuration.address.host, port: configuration.address.port, state: link.state,
      release: reader.release, lastTrouble: lastTrouble, lastReceivedAt: link.lastReceivedAt,
      openCount: link.openCount, lossCount: link.lossCount, silenceCount: link.silenceCount,
      counters: counters,
      receivers: reader.receivers.map {
        $0.status(at: now, channel: channels[$0.id])
      })
  }

  // MARK: The link

  private func drive(_ event: GPSDLink.Event) {
    let before = link.state
    let silences = link.silenceCount
    let actions = link.on(event, at: SystemClock.monotonic())
    if link.silenceCount > silences { noteSilence() }
    for action in actions { perform(action) }
    guard link.state != before else { return }
    announce(link.state)
    batch.append(.linkState(link.state))
    deliver()
  }

  private func perform(_ action: GPSDLink.Action) {
    switch action {
    case .open(let attempt): Task { await open(attempt) }
    case .close: closeSocket()
    case .discard: break
    case .arm(let milliseconds):
      linkTimer.arm(milliseconds: milliseconds) { [self] in drive(.timer) }
    case .disarm: linkTimer.disarm()
    }
  }

  private func open(_ attempt: Int) async {
    switch await opener.open(configuration.address, .reports) {
    case .failure(let error):
      note(trouble: error.description)
      drive(.failed(attempt: attempt))
    case .success(let descriptor): finishOpening(descriptor, attempt)
    }
  }

  /// A connection that nobody waits for any more closes with its last owner, here.
  private func finishOpening(_ descriptor: Int32, _ attempt: Int) {
    let opened = WatchedSocket(owning: descriptor, loop: loop)
    let openings = link.openCount
    drive(.opened(attempt: attempt))
    guard link.openCount > openings else { return }
    socket = opened
    do {
      try opened.start { [self] in readReports() }
    } catch {
      note(trouble: error.description)
      drive(.closed)
    }
  }

  private func closeSocket() {
    readAtPace(nil)
    reader.countOverlong(socket?.overlongCount ?? 0)
    socket?.stop()
    socket = nil
    reader.linkClosed(&batch)
    followReceivers(at: SystemClock.monotonic())
  }

  // MARK: Reports

  private func readReports() {
    guard let socket else { return }
    let now = SystemClock.monotonic()
    let reportsBefore = reader.counters.positionReports
    let arrival = socket.read { line in reader.take(line, at: now, &batch) }
    switch arrival {
    case .nothing: return readAtPace(nil)
    case .end(let reason):
      note(trouble: reason)
      return drive(.closed)
    case .bytes(let count): reader.counters.bytes += count
    }
    if pace.isPaced { batch.dateBackFixes(since: lastReadAt) }
    lastReadAt = now
    readAtPace(reader.fixesPerSecond(at: now))
    _ = link.on(.received, at: now)
    if reader.counters.positionReports > reportsBefore {
      isQuiet = false
      for action in link.on(.proved, at: now) { perform(action) }
    }
    followReceivers(at: now)
    if !flushTimer.isArmed && reader.isHolding { armFlush() }
    deliver()
  }

  /// A FLARM's pressure altitude belongs to the fix beside it: then both are read as they come.
  private func readAtPace(_ fixesPerSecond: Double?) {
    let hasFLARM = channels.values.contains { $0.machine.state == .keeping }
    pace.note(
      fixesPerSecond: hasFLARM ? nil : fixesPerSecond,
      sockets: [socket].compactMap { $0 } + channels.values.compactMap { $0.socket },
      read: { [self] in catchUp() })
  }

  private func armFlush() {
    flushTimer.arm(milliseconds: FixMerger.patienceMilliseconds) { [self] in
      reader.flush(&batch)
      deliver()
    }
  }

  private func deliver() {
    guard !batch.isEmpty else { return }
    handler(batch)
    batch.removeAll(keepingCapacity: true)
  }

  // MARK: FLARM

  /// Looks for a FLARM behind each receiver that appeared, and lets go of those that are gone.
  private func followReceivers(at now: MonotonicInstant) {
    guard configuration.looksForFLARM else { return }
    for event in batch {
      switch event {
      case .receiverAppeared(let id):
        if channels[id] == nil {
          channels[id] = PassThroughChannel(
            receiver: id, policy: configuration.passThrough, loop: loop)
        }
        drive(id, .announced)
      case .receiverGone(let id): drive(id, .withdrawn)
      default: continue
      }
    }
  }

  private func drive(_ id: ReceiverID, _ event: PassThrough.Event) {
    guard let channel = channels[id] else { return }
    let before = channel.machine.state
    for action in channel.machine.on(event, at: SystemClock.monotonic()) {
      perform(action, id, channel)
    }
    guard channel.machine.state != before else { return }
    log.debug("sentences of \(id): \(channel.machine.state.rawValue)")
    if channel.machine.state == .keeping { log.notice("a FLARM speaks on \(id)") }
  }

  private func perform(_ action: GPSDLink.Action, _ id: ReceiverID, _ channel: PassThroughChannel) {
    switch action {
    case .open(let attempt): Task { await openChannel(id, attempt) }
    case .close: channel.close()
    case .discard: break
    case .arm(let milliseconds):
      channel.timer.arm(milliseconds: milliseconds) { [self] in drive(id, .timer) }
    case .disarm: channel.timer.disarm()
    }
  }

  private func openChannel(_ id: ReceiverID, _ attempt: Int) async {
    guard let command = channels[id]?.command else { return }
    switch await opener.open(configuration.address, command) {
    case .failure(let error):
      log.debug("sentences of \(id): \(error)")
      drive(id, .failed(attempt: attempt))
    case .success(let descriptor):
      let opened = WatchedSocket(owning: descriptor, loop: loop)
      drive(id, .opened(attempt: attempt))
      guard let channel = channels[id], channel.machine.state == .probing, channel.socket == nil
      else { return }
      channel.socket = opened
      do {
        try opened.start { [self] in readSentences(id) }
        opened.pause(pace.isPaced)
      } catch {
        drive(id, .closed)
      }
    }
  }

  private func readSentences(_ id: ReceiverID) {
    guard let channel = channels[id], let socket = channel.socket else { return }
    let now = SystemClock.monotonic()
    let heardBefore = channel.sentences.flarmSentenceCount
    let arrival = socket.read { line in
      channel.sentences.take(UnsafeBufferPointer(line), at: now, &batch)
    }
    if case .end = arrival { drive(id, .closed) }
    if channel.sentences.flarmSentenceCount > heardBefore { drive(id, .heard) }
    deliver()
  }

  // MARK: Words

  private func note(trouble: String) {
    if lastTrouble != trouble || link.failureCount == 0 { log.warning(trouble) }
    lastTrouble = trouble
    isQuiet = false
  }

  private func noteSilence() {
    let trouble = "gpsd at \(configuration.address) fell silent"
    guard isQuiet else { return note(trouble: trouble) }
    lastTrouble = trouble
  }

  private func announce(_ state: GPSDLink.State) {
    switch state {
    case .watching:
      if !isQuiet { log.notice("watching gpsd at \(configuration.address)") }
      isQuiet = true
    case .idle: log.info("gpsd source stopped")
    case .opening, .waiting: log.debug("gpsd at \(configuration.address): \(state.rawValue)")
    }
  }
}
