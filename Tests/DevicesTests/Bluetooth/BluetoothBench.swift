import BLEProfiles
import BluetoothDoubles
import Devices
import FlightModel
import Linux
import Log
import NetworkDoubles
import TestSupport

/// What a link told, kept.
enum Told: Equatable, Sendable {
  case opened(LinkTraits)
  case received([UInt8])
  case closed(LinkFailure)

  init(_ event: LinkEvent) {
    switch event {
    case .opened(let traits): self = .opened(traits)
    case .received(let bytes): self = .received(Array(bytes))
    case .closed(let failure): self = .closed(failure)
    }
  }
}

extension BluetoothPolicy {
  /// Quick where a peripheral does not answer; a busy machine may seem to be such a one.
  static var quick: BluetoothPolicy {
    var policy = BluetoothPolicy()
    policy.connectLimit = 1500
    policy.resolveLimit = 400
    policy.subscribeLimit = 1000
    policy.leaveLimit = 400
    policy.backOffStep = 10
    policy.longestBackOff = 40
    policy.uartSilence = 500
    policy.valueSilence = 500
    policy.discoveryRetry = 30
    policy.filterChange = 300
    policy.busRetry = 20
    policy.longestBusRetry = 50
    return policy
  }

  /// For peripherals that answer: only what happens to one ends a connection, never a busy machine.
  static var patient: BluetoothPolicy {
    var policy = quick
    (policy.connectLimit, policy.resolveLimit, policy.subscribeLimit) = (60_000, 60_000, 60_000)
    (policy.leaveLimit, policy.uartSilence, policy.valueSilence) = (60_000, 60_000, 60_000)
    return policy
  }
}

/// A central on a loop of its own, with links that are opened again whenever they close.
actor BluetoothBench {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
  private var central: BluetoothCentral?
  private var links: [BluetoothAddress: BluetoothLink] = [:]

  /// A central that begins at once.
  static func on(
    _ busAddress: String, policy: BluetoothPolicy = .patient
  ) async throws -> BluetoothBench {
    let bench = try BluetoothBench()
    await bench.begin(busAddress, policy)
    return bench
  }

  private init() throws {
    loop = try EventLoop(name: "bluetooth")
    try loop.start()
  }

  private func begin(_ busAddress: String, _ policy: BluetoothPolicy) {
    central = BluetoothCentral(
      loop: loop, busAddress: busAddress, policy: policy,
      log: Logger(subsystem: "bluetooth", sink: SilentLog()))
  }

  /// What the link to a peripheral tells, over all its lives; a UART is asked at once, and again
  /// after each answer.
  func keepOpen(
    _ address: String, _ wish: GATTWish = .uart, isPatient: Bool = false
  ) -> AsyncStream<Told> {
    let (stream, feed) = AsyncStream<Told>.makeStream(bufferingPolicy: .bufferingNewest(10_000))
    open(BluetoothAddress(address)!, wish, isPatient, feed)
    return stream
  }

  private func open(
    _ address: BluetoothAddress, _ wish: GATTWish, _ isPatient: Bool,
    _ feed: AsyncStream<Told>.Continuation
  ) {
    guard let central else { return feed.finish() }
    let link =
      wish == .uart
      ? BLEUARTLink(central, address, isPatient: isPatient) : BLEValueLink(central, address, wish)
    links[address] = link
    link.open { [self] event in
      let told = Told(event)
      feed.yield(told)
      assumeIsolated { bench in
        if case .closed = told { return bench.open(address, wish, isPatient, feed) }
        if wish == .uart { _ = bench.links[address]?.send(Array("?".utf8)) }
      }
    }
  }

  func send(_ address: String, _ bytes: [UInt8]) -> Bool {
    links[BluetoothAddress(address)!]?.send(bytes) == true
  }

  func close(_ address: String) { links.removeValue(forKey: BluetoothAddress(address)!)?.close() }

  func lookAround(milliseconds: Int64) { central?.lookAround(milliseconds: milliseconds) }

  var report: BluetoothReport? { central?.report }

  /// Asks for the report until it satisfies a condition; the test's time limit ends a vain wait.
  func wait(_ condition: @Sendable (BluetoothReport) -> Bool) async {
    while let report = central?.report, !condition(report) { await loop.pause(milliseconds: 5) }
  }

  func stop() {
    central?.close()
    central = nil
    links = [:]
    loop.stop()
  }
}

extension AsyncStream<Told>.Iterator {
  /// Reads on until so many values have come, and gives back everything read.
  mutating func values(_ count: Int) async -> [Told] {
    var (told, left) = ([Told](), count)
    while left > 0, let next = await next(isolation: #isolation) {
      told.append(next)
      if case .received = next { left -= 1 }
    }
    return told
  }

  /// Reads on until the link closes, and gives back why.
  mutating func closure() async -> LinkFailure? {
    while let next = await next(isolation: #isolation) {
      if case .closed(let failure) = next { return failure }
    }
    return nil
  }
}

extension FakePeripheral {
  static let boardAddress = "C4:00:00:00:00:0A"

  /// A board over Nordic UART, which answers everything with its name.
  static func board(_ address: String = boardAddress, _ name: String = "board") -> FakePeripheral {
    let profile = UARTProfile.nordic
    var board = FakePeripheral(
      address, name, service: profile.service,
      [
        .init(profile.write, "write", "write-without-response"), .init(profile.notify, "notify"),
      ])
    board.respond = { _ in [Array(name.utf8)] }
    return board
  }
}
