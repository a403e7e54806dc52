import Devices
import FlightModel
import Linux
import Synchronization

/// Links that a test plays: by address, what was opened, and what it does. Of the loop's thread.
final class FakeLinks: @unchecked Sendable {
  /// One link that the hub has asked for.
  final class Link: InstrumentLink {
    let address: LinkAddress
    private let owner: FakeLinks
    private(set) var handler: ((LinkEvent) -> Void)?
    private(set) var sent: [[UInt8]] = []
    private(set) var isClosed = false

    init(_ address: LinkAddress, _ owner: FakeLinks) {
      self.address = address
      self.owner = owner
    }

    func open(_ handler: @escaping (LinkEvent) -> Void) {
      self.handler = handler
      owner.opened.append(self)
      owner.loop.after(milliseconds: 0) { [self] in owner.answer(self) }
    }

    func send(_ bytes: [UInt8]) -> Bool {
      sent.append(bytes)
      return !isClosed
    }

    func close() {
      isClosed = true
      handler = nil
    }

    func say(_ text: String) {
      Array(text.utf8).withUnsafeBytes { handler?(.received($0)) }
    }

    func end(_ failure: LinkFailure) {
      let last = handler
      close()
      last?(.closed(failure))
    }
  }

  let loop: EventLoop
  private(set) var opened: [Link] = []
  /// What happens to whoever opens an address; nothing special by default.
  var failures: [String: LinkFailure] = [:]

  init(loop: EventLoop) { self.loop = loop }

  /// The open link to an address, whatever its speed.
  func current(_ path: String) -> Link? {
    opened.last { $0.address.path == path && !$0.isClosed }
  }

  private func answer(_ link: Link) {
    guard !link.isClosed else { return }
    if let failure = failures[link.address.path] { return link.end(failure) }
    link.handler?(.opened(LinkTraits(transport: .serial)))
  }
}

extension LinkAddress {
  /// Without the speed.
  var path: String {
    if case .serial(let path, _) = self { path } else { description }
  }

  var speed: Int? {
    if case .serial(_, let speed) = self { speed } else { nil }
  }
}

/// Understands lines that begin with `ok`, and makes a heart rate of each; sends `?` when it is asked
/// to ask.
struct FakeDriver: InstrumentDriver {
  let request: DriverRequest
  private(set) var counters = DriverCounters()
  private var line: [UInt8] = []

  init(_ request: DriverRequest) { self.request = request }

  mutating func opened(
    _ traits: LinkTraits, at now: MonotonicInstant, _ output: inout DriverOutput
  ) {
    line = []
    if request.driver == .vesc { output.requests.append([0x3F]) }
  }

  mutating func received(
    _ bytes: UnsafeRawBufferPointer, at now: MonotonicInstant, _ output: inout DriverOutput
  ) {
    counters.bytes += bytes.count
    for byte in bytes {
      line.append(byte)
      guard byte == 0x0A else { continue }
      take(at: now, &output)
      line = []
    }
  }

  private mutating func take(at now: MonotonicInstant, _ output: inout DriverOutput) {
    if line.starts(with: "ok".utf8) {
      counters.messages += 1
      counters.lastMessageAt = now
      output.events.append(
        .sample(Sample(source: request.source, receivedAt: now, reading: .heartRate(60))))
      output.recognised = InstrumentIdentity(kind: .flarm, product: "Fake")
    } else if line.starts(with: "other".utf8) {
      counters.unknown += 1
    } else {
      counters.refused += 1
    }
  }

  mutating func woke(at now: MonotonicInstant, _ output: inout DriverOutput) {}

  mutating func closed(at now: MonotonicInstant, _ output: inout DriverOutput) {
    output.events.append(.receiverGone(ReceiverID(request.source)))
  }
}
