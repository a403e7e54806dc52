import CommandLineInterface
import ControlAPI
import Glibc
import Linux
import Logbook

/// A file to be sent, held open; opened through its folder, so that no link in a folder leads out.
struct FoundFile: ~Copyable {
  /// As it is shown.
  let path: String
  let name: String
  let bytes: Int64
  let descriptor: Descriptor
  let kind: FileKind
}

/// The files that a person names, and those in the folders among them.
struct FileCollection {
  private static let deepest = 16
  private static let mostFiles = 100_000
  /// What file systems keep for themselves.
  private static let systemFolders: Set<String> = [
    "lost+found", "System Volume Information", "$RECYCLE.BIN",
  ]

  /// A file by its folder and name, or by its own path where it was named itself.
  struct Place: Equatable {
    var folder: String?
    var name: String

    var path: String { folder.map { "\($0)/\(name)" } ?? name }
  }

  private(set) var places: [Place] = []
  /// Folders that could not be looked into, with the reason.
  private(set) var unreadable: [(path: String, reason: String)] = []

  /// Looks into every folder of `paths`. Throws for a path that is not there.
  init(_ paths: [String]) throws(Failure) {
    for path in paths {
      var status = stat()
      guard stat(path, &status) == 0 else {
        throw FileSender.unreadable(path, .current("stat", path))
      }
      if status.st_mode & S_IFMT == S_IFDIR {
        look(into: path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path, depth: 0)
      } else {
        places.append(Place(folder: nil, name: path))
      }
    }
  }

  private mutating func look(into path: String, depth: Int) {
    do throws(SystemError) {
      let folder = try Folder(path)
      var inner: [String] = []
      for name in try folder.names(limit: Self.mostFiles) where !name.hasPrefix(".") {
        guard places.count < Self.mostFiles, let entry = folder.entry(name) else { continue }
        switch entry.kind {
        case .file: places.append(Place(folder: path, name: name))
        case .folder where !Self.systemFolders.contains(name): inner.append(name)
        case .folder: break
        case .other: break
        }
      }
      guard depth < Self.deepest else { return }
      for name in inner { look(into: "\(path)/\(name)", depth: depth + 1) }
    } catch {
      unreadable.append((path, "\(error)"))
    }
  }

  /// Opens a file and looks at its beginning.
  static func open(_ place: Place) throws(Failure) -> FoundFile {
    do throws(SystemError) {
      let file = try openFile(place)
      let bytes = file.entry.bytes
      let descriptor = file.take()
      let head = try descriptor.readBlock(limit: FileKind.headBytes)
      FileSender.rewind(descriptor)
      let name = String(place.path.split(separator: "/").last ?? "")
      return FoundFile(
        path: place.path, name: String(decoding: name.utf8.prefix(255), as: UTF8.self),
        bytes: bytes, descriptor: descriptor, kind: FileKind(head: head, name: name))
    } catch {
      throw FileSender.unreadable(place.path, error)
    }
  }

  private static func openFile(_ place: Place) throws(SystemError) -> OpenedFile {
    if let folder = place.folder { return try Folder(folder).file(place.name) }
    return try OpenedFile(following: place.name)
  }
}
