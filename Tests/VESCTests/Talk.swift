import FlightModel
import RecordingModel
import VESC
import VESCDoubles

/// A conversation with a virtual board on a clock of its own.
struct Talk {
  var conversation = VESCConversation()
  var vesc: VirtualVESC
  /// From a request to its reply, ms.
  var latencyMs: Int64 = 6
  /// Requests whose reply gets lost.
  var loses: (VESCRequest) -> Bool = { _ in false }
  /// Payloads that come before a reply, of nobody's asking.
  var unasked: [[UInt8]] = []
  private(set) var nowMs: Int64 = 0
  private(set) var events: [VESCConversation.Event] = []
  private(set) var requests: [(atMs: Int64, request: VESCRequest)] = []
  private(set) var identities: [VESCIdentity] = []
  private(set) var silencesAtMs: [Int64] = []
  private var wakeMs: Int64?
  private var arrivals: [(atMs: Int64, bytes: [UInt8])] = []

  init(_ vesc: VirtualVESC) { self.vesc = vesc }

  var now: MonotonicInstant { MonotonicInstant(nanoseconds: nowMs * 1_000_000) }

  var samples: [MotorSample] {
    events.compactMap { if case .motor(let sample) = $0 { sample } else { nil } }
  }
  var facts: [BoardFacts] {
    events.compactMap { if case .facts(let facts) = $0 { facts } else { nil } }
  }
  var boards: [BoardIdentity] {
    events.compactMap { if case .board(let board) = $0 { board } else { nil } }
  }

  mutating func open(_ link: VESCLink = .wired("serial")) {
    arrivals = []
    perform { $0.opened(link, at: $1, &$2) }
  }

  mutating func close() {
    perform { $0.closed(at: $1, &$2) }
    wakeMs = nil
    arrivals = []
  }

  /// Bytes from the link at this moment.
  mutating func receive(_ bytes: [UInt8]) { perform { $0.received(bytes, at: $1, &$2) } }

  /// Lets time pass; everything happens when it is due. A reopening is done at once when asked for.
  mutating func run(ms: Int64, reopening: Bool = true) {
    let end = nowMs + ms
    while let next = nextMs, next <= end {
      pass(to: next)
      if let arrival = arrivals.first, arrival.atMs <= nowMs {
        arrivals.removeFirst()
        receive(arrival.bytes)
      } else {
        wakeMs = nil
        perform { $0.woke(at: $1, &$2) }
      }
      if silencesAtMs.last == nowMs, reopening {
        close()
        open()
      }
    }
    pass(to: end)
  }

  private var nextMs: Int64? {
    [wakeMs, arrivals.first?.atMs].compactMap { $0 }.min().map { max($0, nowMs) }
  }

  private mutating func pass(to ms: Int64) {
    vesc.pass(milliseconds: Double(ms - nowMs))
    nowMs = ms
  }

  private mutating func perform(
    _ step: (inout VESCConversation, MonotonicInstant, inout VESCConversation.Output) -> Void
  ) {
    var output = VESCConversation.Output()
    step(&conversation, now, &output)
    events += output.events
    if let identity = output.identity { identities.append(identity) }
    if let wake = output.wakeAt { wakeMs = wake.milliseconds }
    if output.isSilent {
      silencesAtMs.append(nowMs)
      wakeMs = nil
    }
    for request in output.requests { send(request) }
  }

  private mutating func send(_ request: VESCRequest) {
    requests.append((nowMs, request))
    if loses(request) { return }
    let delay = request.question == .pingCAN ? 2_600 : latencyMs
    for payload in vesc.replies(to: request.payload) {
      let packets = (unasked + [payload]).flatMap { VESCPacket(payload: $0).bytes }
      arrivals.append((nowMs + delay, packets))
    }
  }
}

extension VirtualVESC {
  /// Rolling at 5.969 m/s with a light load.
  static func rolling(id: UInt8 = 7) -> VirtualVESC {
    var controller = VirtualController(id: id)
    controller.erpm = 6_120
    controller.voltage = 73.8
    controller.motorCurrent = 18.73
    controller.inputCurrent = 9.42
    controller.mosfet = 41.2
    controller.motor = 38.5
    controller.duty = 0.437
    return VirtualVESC([controller])
  }
}
