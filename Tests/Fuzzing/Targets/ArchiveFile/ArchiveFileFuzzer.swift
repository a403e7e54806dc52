import Archives
import FuzzDriver
import Glibc
import Linux

/// Any file that calls itself a ZIP archive.
@main
enum ArchiveFileFuzzer {
  static let path = "/dev/shm/barograph-fuzz-archive-\(getpid())"

  static func main() {
    Fuzzer.run { bytes in
      guard (try? Files.replace(path, with: Array(bytes))) != nil else { return }
      defer { unlink(path) }
      var limits = ArchiveLimits()
      limits.entries = 8
      limits.entryBytes = 100_000
      limits.totalBytes = 200_000
      var entries = 0
      var total = 0
      try? ArchiveFile.forEachEntry(of: path, limits: limits) { entry in
        entries += 1
        Fuzzer.expect(entry.label.utf8.count <= 3 * 255, "a label beyond its bound")
        var length = 0
        return { block in
          length += block.count
          total += block.count
          Fuzzer.expect(length <= 100_000, "an entry beyond its limit")
        }
      }
      Fuzzer.expect(entries <= 8, "entries beyond the limit")
      Fuzzer.expect(total <= 200_000, "content beyond the limit")
    }
  }
}
