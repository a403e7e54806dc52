import Glibc
import Linux
import TestSupport

/// Programs of this package as the test command has built them.
enum BuiltPrograms {
  /// The program of a name, beside the test program.
  static func path(_ name: String) -> String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    let own = String(
      decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let beside = Files.folder(of: own) + "/" + name
    return Files.exists(beside) ? beside : PackageFolder.root + "/.build/debug/" + name
  }
}
