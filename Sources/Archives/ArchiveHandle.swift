import CArchive
import Glibc

/// libarchive's reader of one archive (archive_read(3)), with the one format that is asked for: no
/// external program.
struct ArchiveHandle: ~Copyable {
  private let handle: OpaquePointer
  /// Bytes that libarchive reads at once.
  private static let blockBytes = 65_536
  private static let longestLabel = 255

  init(_ kind: ArchiveKind) throws(ArchiveError) {
    guard let handle = archive_read_new() else { throw .outOfMemory }
    let isReady =
      switch kind {
      case .zip: archive_read_support_format_zip(handle) == ARCHIVE_OK
      // One file without a format of its own behind the filter.
      case .gzip:
        archive_read_support_filter_gzip(handle) == ARCHIVE_OK
          && archive_read_support_format_raw(handle) == ARCHIVE_OK
      }
    guard isReady else {
      archive_read_free(handle)
      throw .outOfMemory
    }
    self.handle = handle
  }

  deinit { archive_read_free(handle) }

  /// Reads from a descriptor, which stays the caller's and open.
  borrowing func open(_ descriptor: Int32) throws(ArchiveError) {
    guard archive_read_open_fd(handle, descriptor, Self.blockBytes) == ARCHIVE_OK else {
      throw .notAnArchive
    }
  }

  /// The next entry: nil at the end, `.some(nil)` for one that is no regular file.
  borrowing func next() throws(ArchiveError) -> ArchiveEntry?? {
    var header: OpaquePointer?
    let code = archive_read_next_header(handle, &header)
    if code == ARCHIVE_EOF {
      // A file without any entry is none of ours, whatever it is.
      guard archive_file_count(handle) > 0 else { throw .notAnArchive }
      return nil
    }
    guard code == ARCHIVE_OK || code == ARCHIVE_WARN, let header else { throw failure }
    guard archive_entry_filetype(header) == S_IFREG, archive_entry_hardlink(header) == nil,
      archive_entry_symlink(header) == nil
    else { return .some(nil) }
    let size = archive_entry_size_is_set(header) != 0 ? archive_entry_size(header) : nil
    return ArchiveEntry(
      label: Self.label(header), claimedBytes: size,
      isLocked: archive_entry_is_encrypted(header) != 0)
  }

  /// Hands the present entry's bytes over; the last block only after its checksum was right.
  borrowing func forEachBlock(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: Self.blockBytes, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = archive_read_data(handle, buffer.baseAddress, buffer.count)
      if count == 0 { return }
      guard count > 0 else { throw failure }
      try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }

  private var failure: ArchiveError {
    let number = archive_errno(handle)
    if number == ENOMEM { return .outOfMemory }
    guard archive_file_count(handle) > 0 else { return .notAnArchive }
    return .damaged(archive_error_string(handle).map { String(cString: $0) } ?? "error \(number)")
  }

  private static func label(_ header: OpaquePointer) -> String {
    guard let name = archive_entry_pathname(header) else { return "" }
    let bytes = UnsafeRawBufferPointer(start: name, count: strnlen(name, longestLabel))
    return String(decoding: bytes.map { $0 < 0x20 || $0 == 0x7F ? 0x3F : $0 }, as: UTF8.self)
  }
}
