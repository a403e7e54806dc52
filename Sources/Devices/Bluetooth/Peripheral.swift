import BLEProfiles
import FlightModel
import Linux
import Systemd

/// One bound peripheral on the loop: performs what its machine asks for. Of the loop's thread alone.
final class Peripheral {
  let address: BluetoothAddress
  let wish: GATTWish
  private(set) var machine: PeripheralMachine

  private unowned let central: BluetoothCentral
  private let client: BlueZClient
  private let loop: EventLoop
  private let timer: LoopTimer
  private var channel: GATTChannel?
  private var selection: GATTSelection?
  private var link: (key: ObjectIdentifier, handler: (LinkEvent) -> Void)?
  private var events: [PeripheralMachine.Event] = []
  private let policy: BluetoothPolicy
  private var isPerforming = false

  init(
    _ address: BluetoothAddress, _ wish: GATTWish, central: BluetoothCentral, client: BlueZClient,
    loop: EventLoop, policy: BluetoothPolicy
  ) {
    self.address = address
    self.wish = wish
    self.central = central
    self.client = client
    self.loop = loop
    timer = LoopTimer(loop: loop)
    self.policy = policy
    machine = PeripheralMachine(policy: policy, silenceLimit: policy.valueSilence)
  }

  var isTaken: Bool { link != nil }

  // MARK: Links

  func take(
    _ key: ObjectIdentifier, isPatient: Bool, _ handler: @escaping (LinkEvent) -> Void
  ) {
    link = (key, handler)
    machine.silenceLimit = isPatient ? policy.jobSilence : wish.silence(policy)
    on(.start)
  }

  func release(_ key: ObjectIdentifier) {
    guard link?.key == key else { return }
    link = nil
    on(.stop)
  }

  func send(_ key: ObjectIdentifier, _ bytes: [UInt8]) -> Bool {
    link?.key == key && machine.state == .open && channel?.send(bytes) == true
  }

  /// Ends it without a word to the radio: the bus is being closed, or another takes its place. Answers
  /// that still come find nobody.
  func close() {
    timer.disarm()
    events = []
    channel?.close()
    (channel, link) = (nil, nil)
  }

  // MARK: Events

  /// Tells the machine and performs what it asks for; an event that comes of that waits for its turn.
  func on(_ event: PeripheralMachine.Event) {
    events.append(event)
    guard !isPerforming else { return }
    isPerforming = true
    while !events.isEmpty {
      let actions = machine.on(events.removeFirst(), at: SystemClock.monotonic())
      for action in actions { perform(action) }
    }
    isPerforming = false
    central.reviewSoon()
  }

  func changed(_ path: String, _ value: [UInt8]) { channel?.changed(path, value) }

  private func perform(_ action: PeripheralMachine.Action) {
    switch action {
    case .connect(let path, let attempt): connect(path, attempt)
    case .subscribe(let path, let attempt): subscribe(path, attempt)
    case .disconnect(let path, let attempt):
      client.call(path, BlueZ.device, "Disconnect") { [weak self] _ in
        self?.on(.left(attempt: attempt))
      }
    case .remove(let path, let attempt):
      let adapter = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
      client.call(adapter, BlueZ.adapter, "RemoveDevice", [.path(path)]) { [weak self] _ in
        self?.on(.left(attempt: attempt))
      }
    case .release:
      channel?.close()
      channel = nil
    case .forget(let path): central.forget(path)
    case .tellOpened: tell(.opened(traits))
    case .tellClosed(let fault):
      let handler = link?.handler
      link = nil
      handler?(.closed(fault.linkFailure))
    case .arm(let milliseconds):
      timer.arm(milliseconds: milliseconds) { [unowned self] in on(.timer) }
    case .disarm: timer.disarm()
    }
  }

  private func tell(_ event: LinkEvent) { link?.handler(event) }

  private var traits: LinkTraits {
    LinkTraits(
      transport: .bluetooth, bluetoothAddress: address.description,
      bluetoothName: central.directory.device(address)?.name,
      characteristic: selection?.characteristic,
      isNordicUART: selection?.notify.contains { Self.nordic.contains($0.uuid) } ?? false)
  }

  private static let nordic = [UARTProfile.nordic.notify, UARTProfile.nordic.write]

  private func connect(_ path: String, _ attempt: Int) {
    // The machine's own limit comes first; this one only frees what the bus holds.
    let limit = machine.policy.connectLimit + 30_000
    client.call(path, BlueZ.device, "Connect", timeoutMs: limit) { [weak self] reply in
      switch reply {
      case .success: self?.on(.connected(attempt: attempt))
      case .failure(let failure): self?.on(.refused(attempt: attempt, failure.fault))
      }
    }
  }

  private func subscribe(_ path: String, _ attempt: Int) {
    guard let selection = wish.selection(of: path, in: central.directory) else {
      return on(.refused(attempt: attempt, .noService))
    }
    self.selection = selection
    let channel = GATTChannel(
      client: client, loop: loop, selection: selection,
      finished: { [unowned self] fault in
        on(fault.map { .refused(attempt: attempt, $0) } ?? .subscribed(attempt: attempt))
      },
      received: { [unowned self] in received($0) },
      broke: { [unowned self] in on(.broke($0)) })
    self.channel = channel
    channel.open()
  }

  private func received(_ bytes: UnsafeRawBufferPointer) {
    guard machine.state == .open else { return }
    on(.received)
    tell(.received(bytes))
  }
}

extension PeripheralFault {
  /// In the words of a link.
  var linkFailure: LinkFailure {
    switch self {
    case .unknownObject: .absent
    case .inProgress: .busy(owner: nil)
    case .connectTimedOut: .timedOut
    case .unresolved: .failed("its services could not be read")
    case .noService: .failed("it has none of the services that are looked for")
    case .silent: .gone("it fell silent")
    case .gone(let reason): .gone(reason)
    case .failed(let reason): .failed(reason)
    }
  }
}
