import CLibFuzzer
import Glibc

/// Hands inputs that libFuzzer makes up to the code under test.
package enum Fuzzer {
  /// What to do with one input; a trap in it is a finding.
  package typealias Body = (UnsafeBufferPointer<UInt8>) -> Void

  nonisolated(unsafe) private static var body: Body = { _ in }

  /// Runs `body` on input after input, as the command line says (libFuzzer's options and corpora),
  /// and ends the process.
  package static func run(_ body: @escaping Body) {
    self.body = body
    var count = CommandLine.argc
    var arguments = Optional(CommandLine.unsafeArgv)
    let code = withUnsafeMutablePointer(to: &arguments) { arguments in
      arguments.withMemoryRebound(
        to: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?.self, capacity: 1
      ) { LLVMFuzzerRunDriver(&count, $0, runOne) }
    }
    exit(code)
  }

  /// Ends the run with a finding when two ways that must agree do not.
  package static func expect(_ holds: Bool, _ rule: @autoclosure () -> String) {
    if !holds { fatalError(rule()) }
  }

  private static let runOne: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32 = {
    Fuzzer.body(UnsafeBufferPointer(start: $0, count: $1))
    return 0
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The same bytes in pieces of 1 to 8, whose lengths the bytes themselves decide, so that a
  /// finding comes again.
  package var drips: [[UInt8]] {
    var pieces: [[UInt8]] = []
    var start = 0
    while start < count {
      let length = Swift.min(count - start, Int(self[start] & 7) + 1)
      pieces.append(Array(self[start..<start + length]))
      start += length
    }
    return pieces
  }
}
