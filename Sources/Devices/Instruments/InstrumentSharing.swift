import FLARM
import Linux
import Log

/// One instrument's stream for other programs: a server that is opened for as long as the instrument
/// is wanted, without aircraft that forbid tracking. Of the loop's thread alone.
final class InstrumentSharing {
  /// Until the next attempt to listen at a port that another program has, ms.
  private static let pauseMs: Int64 = 30_000

  private let port: UInt16
  private let loop: EventLoop
  private let log: Logger
  private let timer: LoopTimer
  private let written: (([UInt8]) -> Void)?
  private var server: SharedPort?
  private var stream = SharedStream()
  private var lines: [UInt8] = []
  /// Why nobody can read along.
  private(set) var problem: String?

  /// `mayWrite` is asked for each line that a program sends, where writing is allowed at all.
  init(
    port: UInt16, allowsWriting: Bool, mayWrite: @escaping @Sendable () -> Bool, loop: EventLoop,
    log: Logger, send: @escaping ([UInt8]) -> Void
  ) {
    self.port = port
    self.loop = loop
    self.log = log
    timer = LoopTimer(loop: loop)
    written = allowsWriting ? { if mayWrite() { send($0) } } : nil
  }

  var readerCount: Int { server?.readerCount ?? 0 }

  func start() {
    do throws(SystemError) {
      server = try SharedPort(port: port, loop: loop, written: written)
      problem = nil
    } catch {
      let text = "nobody can read along at port \(port): \(error) (choose another share port)"
      if problem != text { log.warning(text) }
      problem = text
      timer.arm(milliseconds: Self.pauseMs) { [unowned self] in start() }
    }
  }

  func stop() {
    timer.disarm()
    server?.close()
    server = nil
  }

  /// The link was opened anew.
  func restart() { stream.restart() }

  func take(_ bytes: UnsafeRawBufferPointer) {
    guard let server else { return }
    bytes.withMemoryRebound(to: UInt8.self) { stream.take($0, &lines) }
    guard !lines.isEmpty else { return }
    if server.readerCount > 0 { server.offer(lines) }
    lines.removeAll(keepingCapacity: true)
  }
}
