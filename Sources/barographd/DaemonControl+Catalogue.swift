import ControlAPI
import Linux
import Services
import Waypoints

/// What services give.
extension DaemonControl {
  func catalogue(at path: String, page: Int) throws(ControlError) -> CatalogueDocument {
    let downloads = serviceParts.downloads
    return try answered { () async throws(ControlError) in
      try await downloads.list(path, page: page)
    }
  }

  func catalogueContent(of path: String) throws(ControlError) -> ByteStream {
    let downloads = serviceParts.downloads
    let content = try answered { () async throws(ControlError) in
      try await downloads.content(of: path)
    }
    switch content {
    case .flight(_, let bytes), .mapFile(_, let bytes, _, _): return ByteStream(bytes)
    case .task(let task, _): return ByteStream(CUPFile(tasks: [CUPTask(task)]).bytes())
    }
  }

  func fetch(_ path: String) throws(ControlError) -> ImportResult {
    let (downloads, mapFiles) = (serviceParts.downloads, serviceParts.mapFiles)
    var result = ImportResult(wasKnown: false, boards: [])
    result.files = try answered { () async throws(ControlError) in
      try await downloads.fetch(path)
    }
    for file in result.files where file.outcome != .refused {
      if let id = file.id { mapFiles.forget(id) }
    }
    result.wasKnown = result.files.allSatisfy { $0.outcome == .known }
    return result
  }

  func outdatedFiles() throws(ControlError) -> [OutdatedFile] {
    let mapFiles = serviceParts.mapFiles
    return try answered { () async throws(ControlError) in try await mapFiles.look() }
  }
}
