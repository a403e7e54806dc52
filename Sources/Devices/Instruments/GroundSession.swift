package import FLARM
package import Linux

/// Runs one conversation with an instrument on the ground over a link that somebody else opened, and
/// that nobody else sends through or reads from meanwhile. Of the loop's thread alone.
package final class GroundSession {
  /// What a session tells.
  package enum Event: Equatable, Sendable {
    case report(GroundReport)
    /// It is over, and the link is free again; nil if everything asked for was done.
    case ended(GroundFailure?)
  }

  /// The longest that any session may take: a full memory over a slow port.
  package static let limitMilliseconds: Int64 = 6 * 3_600_000

  private var conversation: any GroundConversation
  private let send: ([UInt8]) -> Bool
  private let handler: (Event) -> Void
  private let timer: LoopTimer
  private let limit: LoopTimer
  private var isEnded = false

  /// `send` hands bytes to the link in one piece and says whether it took them; `handler` is called on
  /// the loop's thread, last with `ended`.
  package init(
    _ conversation: any GroundConversation, loop: EventLoop, send: @escaping ([UInt8]) -> Bool,
    handler: @escaping (Event) -> Void
  ) {
    self.conversation = conversation
    self.send = send
    self.handler = handler
    timer = LoopTimer(loop: loop)
    limit = LoopTimer(loop: loop)
  }

  /// Begins; the link must be open.
  package func begin() {
    limit.arm(milliseconds: Self.limitMilliseconds) { [self] in stop(.tooLong) }
    perform(conversation.on(.opened))
  }

  /// Bytes came over the link.
  package func received(_ bytes: UnsafeRawBufferPointer) {
    guard !isEnded else { return }
    perform(conversation.on(.received(Array(bytes))))
  }

  /// The link is gone, for this reason.
  package func lost(_ words: String) { end(.link(words)) }

  /// Ends it in order: the instrument is told to go back to its sentences first.
  package func stop(_ failure: GroundFailure) {
    guard !isEnded else { return }
    perform(conversation.on(.stop(failure)))
  }

  private func perform(_ actions: [GroundAction]) {
    for action in actions where !isEnded {
      switch action {
      case .send(let bytes): if !send(bytes) { end(.link("it takes no more bytes")) }
      case .arm(let milliseconds):
        timer.arm(milliseconds: milliseconds) { [self] in
          if !isEnded { perform(conversation.on(.timerFired)) }
        }
      case .report(let report): handler(.report(report))
      case .finished: end(nil)
      case .failed(let failure): end(failure)
      }
    }
  }

  private func end(_ failure: GroundFailure?) {
    guard !isEnded else { return }
    isEnded = true
    timer.disarm()
    limit.disarm()
    handler(.ended(failure))
  }
}
