/// Bounds of one server. The defaults are for the control socket of a daemon.
package struct HTTPServerLimits: Sendable {
  /// Connections at once, a thread each; a further one is closed unanswered.
  package var connections: UInt32 = 16
  /// Connections at once from one address; 0 is without bound.
  package var connectionsPerAddress: UInt32 = 0
  /// Largest request body where no admission decides; more is answered 413 with nothing read.
  package var bodyBytes = 64 << 10
  /// Bodies of all connections together, and answers above 64 KiB; beyond it 503.
  package var bufferedBytes = 64 << 20
  /// Request line and headers together; more is answered 431 (or 414).
  package var headerBytes = 32 << 10
  /// Headers, and arguments of a query; more are answered 431.
  package var headerCount = 64
  /// Path and query, decoded; more is answered 414.
  package var targetBytes = 8 << 10
  /// The head of the first request must have arrived whole this long after the connection.
  package var requestSeconds = 10
  /// The head of each later one, this long after the answer before it.
  package var idleSeconds = 10
  /// The slowest rate at which a body or a long answer may go over the line, bytes a second.
  package var bytesPerSecond = 4096
  /// Bounds of the time that this rate gives a body.
  package var bodySeconds = 30...600
  /// The handler, or one block of a stream, may take this long.
  package var answerSeconds = 900
  /// The client must take an answer, or a block of a stream, in this time; a pager in front of an
  /// export is slow. An answer above 64 KiB has the time of its size if that is longer.
  package var sendSeconds = 600
  /// How long a client that was refused may go on sending what nobody reads, so that the refusal
  /// reaches it.
  package var lingerSeconds = 2
  /// Stack of a connection's thread.
  package var stackBytes = 512 << 10

  package init() {}

  /// How long a body of so many bytes may take, in seconds.
  func seconds(forBody bytes: Int) -> Int {
    min(max(bytes / max(1, bytesPerSecond), bodySeconds.lowerBound), bodySeconds.upperBound)
  }

  /// How long an answer of so many bytes may take, in seconds.
  func seconds(forAnswer bytes: Int) -> Int { max(sendSeconds, bytes / max(1, bytesPerSecond)) }
}
