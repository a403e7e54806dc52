import Synchronization

/// Keeps the lines of a running program.
final class LineKeeper: Sendable {
  private let kept = Mutex<[String]>([])

  var lines: [String] { kept.withLock { $0 } }

  /// Takes lines until the program ends.
  func keep(_ lines: AsyncStream<String>) {
    Task { [self] in
      for await line in lines { kept.withLock { $0.append(line) } }
    }
  }

  /// Whether a line has this text in it.
  func contains(_ text: String) -> Bool { lines.contains { $0.contains(text) } }
}
