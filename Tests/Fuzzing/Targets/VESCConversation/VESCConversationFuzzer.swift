import FlightModel
import FuzzDriver
import RecordingModel
import VESC

/// A board that answers anything: the input is a list of steps, each a byte that says what happens
/// and, for a reply, a length and a payload, which is framed so that it gets through.
@main
enum VESCConversationFuzzer {
  static func main() {
    Fuzzer.run { bytes in
      var talk = Talk()
      var rest = Array(bytes)[...]
      while let step = rest.popFirst() {
        talk.pass(milliseconds: Int64(step >> 2) * 30)
        switch step & 3 {
        case 0: talk.wake()
        case 1: talk.open(isBluetooth: step & 4 != 0)
        case 2: talk.close()
        default:
          let length = Int(rest.popFirst() ?? 0)
          talk.receive(Array(rest.prefix(length)))
          rest = rest.dropFirst(length)
        }
      }
    }
  }
}

private struct Talk {
  private var conversation = VESCConversation()
  private var now = MonotonicInstant(nanoseconds: 0)
  private var isOpen = false

  mutating func pass(milliseconds: Int64) { now = now.advanced(byMilliseconds: milliseconds) }

  mutating func open(isBluetooth: Bool) {
    isOpen = true
    perform { $0.opened(isBluetooth ? .bluetooth(address: nil) : .wired("serial"), at: $1, &$2) }
  }

  mutating func close() {
    isOpen = false
    perform { $0.closed(at: $1, &$2) }
  }

  mutating func wake() { perform { $0.woke(at: $1, &$2) } }

  mutating func receive(_ payload: [UInt8]) {
    let packet = VESCPacket(payload: payload).bytes
    perform { $0.received(packet, at: $1, &$2) }
  }

  private mutating func perform(
    _ step: (inout VESCConversation, MonotonicInstant, inout VESCConversation.Output) -> Void
  ) {
    var output = VESCConversation.Output()
    step(&conversation, now, &output)
    Fuzzer.expect(output.requests.count <= 1, "two requests at once")
    Fuzzer.expect(isOpen || output.requests.isEmpty, "a request without a link")
    Fuzzer.expect(output.requests.allSatisfy { $0.bytes.count <= 20 }, "a request of any length")
    if let wake = output.wakeAt { Fuzzer.expect(wake > now, "a wake-up in the past") }
    for case .motor(let sample) in output.events {
      Fuzzer.expect(sample.receivedAt <= now, "a sample of the future")
    }
  }
}
