import CArchive
import Glibc
import Linux

/// Writes an archive through libarchive, front to back, as bytes that go wherever the caller puts
/// them. Blocks its thread.
package final class ArchiveWriter {
  /// What is written.
  package enum Format: Sendable { case zip, tarGzip }

  private let handle: OpaquePointer
  private let output: Output

  /// Where libarchive's bytes go; kept apart because libarchive holds its address.
  private final class Output {
    let take: ([UInt8]) throws -> Void
    var failure: (any Error)?

    init(_ take: @escaping ([UInt8]) throws -> Void) { self.take = take }
  }

  /// Begins an archive; `output` takes its bytes. What it throws ends the archive.
  package init(
    _ format: Format = .zip, output: @escaping ([UInt8]) throws -> Void
  ) throws {
    guard let handle = archive_write_new() else { throw ArchiveError.outOfMemory }
    self.handle = handle
    self.output = Output(output)
    guard Self.set(format, of: handle) else { throw ArchiveError.outOfMemory }
    // Without padding to whole blocks.
    archive_write_set_bytes_in_last_block(handle, 1)
    let context = Unmanaged.passUnretained(self.output).toOpaque()
    let code = archive_write_open(handle, context, nil, Self.write, nil)
    guard code == ARCHIVE_OK else { throw failure }
  }

  deinit { archive_write_free(handle) }

  /// The same files give the same bytes: gzip would write the time of day.
  private static func set(_ format: Format, of handle: OpaquePointer) -> Bool {
    switch format {
    case .zip: archive_write_set_format_zip(handle) == ARCHIVE_OK
    case .tarGzip:
      archive_write_set_format_ustar(handle) == ARCHIVE_OK
        && archive_write_add_filter_gzip(handle) == ARCHIVE_OK
        && archive_write_set_options(handle, "gzip:!timestamp") == ARCHIVE_OK
    }
  }

  /// Adds a file; `seconds` is its time of change since 1970. A path has forward slashes and is
  /// relative.
  package func add(_ path: String, modifiedAt seconds: Int64, _ bytes: [UInt8]) throws {
    guard let entry = archive_entry_new() else { throw ArchiveError.outOfMemory }
    defer { archive_entry_free(entry) }
    archive_entry_set_pathname_utf8(entry, path)
    archive_entry_set_size(entry, Int64(bytes.count))
    archive_entry_set_filetype(entry, Self.regularFile)
    archive_entry_set_perm(entry, 0o644)
    archive_entry_set_mtime(entry, time_t(seconds), 0)
    guard archive_write_header(handle, entry) == ARCHIVE_OK else { throw failure }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { archive_write_data(handle, $0.baseAddress, $0.count) }
      guard count > 0 else { throw failure }
      rest = rest.dropFirst(count)
    }
    guard archive_write_finish_entry(handle) == ARCHIVE_OK else { throw failure }
  }

  /// Ends the archive with its directory; without it nobody can read it.
  package func finish() throws {
    guard archive_write_close(handle) == ARCHIVE_OK else { throw failure }
  }

  /// `S_IFREG`.
  private static let regularFile: UInt32 = 0o100000

  private var failure: any Error {
    if let failure = output.failure { return failure }
    return ArchiveError.damaged(
      archive_error_string(handle).map { String(cString: $0) } ?? "error \(archive_errno(handle))")
  }

  private static let write:
    @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, UnsafeRawPointer?, Int) -> Int = {
      handle, context, bytes, count in
      guard let context, let bytes else { return -1 }
      let output = Unmanaged<Output>.fromOpaque(context).takeUnretainedValue()
      do {
        try output.take(Array(UnsafeRawBufferPointer(start: bytes, count: count)))
        return count
      } catch {
        output.failure = error
        return -1
      }
    }
}
