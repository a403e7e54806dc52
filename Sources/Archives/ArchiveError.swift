package import Linux

/// Why an archive could not be read.
package enum ArchiveError: Error, Equatable, Sendable {
  /// The bytes are no archive of a kind that is read.
  case notAnArchive
  /// The archive contradicts itself, ends early or fails its checksum; libarchive's words.
  case damaged(String)
  /// An entry needs a password.
  case encrypted
  /// More than so many entries.
  case tooManyEntries(limit: Int)
  /// The content is longer than so many bytes.
  case tooLarge(limit: Int64)
  /// The content is more than so many times as long as the archive.
  case tooDense(ratio: Int64)
  /// The file could not be read.
  case file(SystemError)
  /// libarchive has no memory.
  case outOfMemory
}

extension ArchiveError {
  /// Whether the entries behind may be good all the same.
  package var concernsOneEntry: Bool {
    switch self {
    case .damaged, .encrypted: true
    default: false
    }
  }
}

extension ArchiveError: CustomStringConvertible {
  /// Operation, cause and what to do.
  package var description: String {
    switch self {
    case .notAnArchive: "unpack: the file is no archive of its kind; choose another"
    case .damaged(let cause): "unpack: the archive is damaged (\(cause)); copy it again"
    case .encrypted: "unpack: the archive has a password; export it without one"
    case .tooManyEntries(let limit):
      "unpack: the archive has more than \(limit) files; import what is in it one by one"
    case .tooLarge(let limit):
      "unpack: the content is longer than \(limit >> 20) MiB; import a part of it"
    case .tooDense(let ratio):
      "unpack: the content is more than \(ratio) times as long as the archive; unpack it elsewhere "
        + "if you trust it"
    case .file(let error): "unpack: \(error)"
    case .outOfMemory: "unpack: no memory; close other programs"
    }
  }
}
