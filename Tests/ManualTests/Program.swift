import Glibc
import Linux
import TestSupport
import Testing

/// The programs of this build, run as a person or a packager would.
enum Program {
  static let names = ["barograph", "barographd", "barograph-receiver"]

  /// Where SwiftPM puts tests and programs: beside this process's own, or the usual place.
  static let folder: String = {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = buffer.withUnsafeMutableBytes {
      readlink("/proc/self/exe", $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
    }
    let own = Files.folder(of: String(decoding: buffer.prefix(max(0, count)), as: UTF8.self))
    return Files.exists("\(own)/barographd") ? own : "\(PackageFolder.root)/.build/debug"
  }()

  /// Runs one that must end with 0; gives what it printed.
  static func output(
    _ name: String, _ arguments: String..., epoch: String = ""
  ) async throws -> [String] {
    let (ending, lines) = try await ChildProcess.run(
      ["\(folder)/\(name)"] + arguments,
      environment: ["SOURCE_DATE_EPOCH": epoch, "BAROGRAPH_SOCKET": "/nowhere"])
    #expect(ending == .exit(0), "\(name) \(arguments): \(lines)")
    return lines
  }

  /// Every page of both packages, written below a folder; their paths.
  static func pages(into folder: String, epoch: String) async throws -> [String] {
    for name in ["barograph", "barograph-receiver"] {
      #expect(try await output(name, "manual", "--into", folder, epoch: epoch) == [])
    }
    return try Files.names(in: folder).flatMap { part in
      try Files.names(in: "\(folder)/\(part)").map { "\(folder)/\(part)/\($0)" }
    }
  }
}
