import Bytes
import ControlAPI
import Crypto
import Glibc
import Linux
import Logbook

/// A file that somebody wants taken in. It lies whole at `path`, under a name of ours or in a folder
/// that was opened without following links.
struct Offer: Sendable {
  /// What its owner calls it; for showing, and to guess its kind from.
  var name: String
  var path: String
  var origin: ImportOrigin
  /// Archives that it lies in.
  var depth = 0

  /// Whether a person wants this very file, even if it was thrown away before.
  var isAsked: Bool { origin == .person }
}

/// An offered file as it was read, from front to back.
struct OfferedBytes {
  /// SHA-256 in hexadecimal.
  let sha256: String
  let kind: FileKind
  let count: Int64
  /// Nil unless they were asked for; of an archive, and of what is too long or nothing for the logbook.
  let bytes: [UInt8]?
  /// Tells another file under the same name.
  let inode: UInt64

  /// The longest file besides archives, bytes: a day at 10 Hz with all fields.
  static let longest = 64 << 20

  /// `keepsBytes` asks for them: most files are known by their digest already, and then nobody does.
  init(_ offer: Offer, keepsBytes: Bool = false) throws(SystemError) {
    let folder = try Folder(Files.folder(of: offer.path))
    let file = try folder.file(String(offer.path.split(separator: "/").last ?? ""))
    inode = file.entry.inode
    var digest = SHA256()
    var block = try file.descriptor.readBlock()
    let kind = FileKind(head: block, name: offer.name)
    let keeps = keepsBytes && kind.isWhole
    var (bytes, count) = ([UInt8](), Int64(0))
    while !block.isEmpty {
      digest.update(block)
      count += Int64(block.count)
      if keeps && count <= Self.longest { bytes += block }
      block = try file.descriptor.readBlock()
    }
    sha256 = Hexadecimal.encode(digest.finish())
    self.kind = kind
    self.count = count
    self.bytes = keeps && count <= Self.longest ? bytes : nil
  }
}

extension FileKind {
  /// Whether a file of this kind is taken in as a whole, in memory.
  var isWhole: Bool { ![.zip, .gzip, .unknown, .rideLog].contains(self) }
}
