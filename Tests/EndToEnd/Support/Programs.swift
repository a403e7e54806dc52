import Glibc
import Linux
import TestSupport

/// The programs of this build.
enum Programs {
  static let daemon = "\(folder)/barographd"
  static let command = "\(folder)/barograph"
  static let receiver = "\(folder)/barograph-receiver"

  /// SwiftPM builds the tests and the programs into one folder: that of this process's own program,
  /// or, where another runs the tests, the usual one.
  private static let folder: String = {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = buffer.withUnsafeMutableBytes {
      readlink("/proc/self/exe", $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
    }
    let own = Files.folder(of: String(decoding: buffer.prefix(max(0, count)), as: UTF8.self))
    return Files.exists("\(own)/barographd") ? own : "\(PackageFolder.root)/.build/debug"
  }()
}
