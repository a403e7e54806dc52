import FlightModel
import Linux

/// One device's pass-through: machine, connection and what was read. Of the loop's thread alone;
/// the source performs its actions.
final class PassThroughChannel {
  let command: WatchCommand
  var machine: PassThrough
  var socket: WatchedSocket?
  let timer: LoopTimer
  var sentences: FLARMSentences

  /// Nil for a device whose name cannot be asked for.
  init?(receiver: ReceiverID, policy: PassThrough.Policy, loop: EventLoop) {
    guard let command = WatchCommand(sentencesOf: receiver.name) else { return nil }
    self.command = command
    machine = PassThrough(policy: policy)
    timer = LoopTimer(loop: loop)
    sentences = FLARMSentences(receiver: receiver)
  }

  func close() {
    socket?.stop()
    socket = nil
  }
}
