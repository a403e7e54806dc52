import Archives
import Elevation
import Linux
import Log
import Synchronization

/// A tile of one height throughout, 257 m, so that each byte is 1.
let plainTile = [UInt8](repeating: 1, count: ElevationTile.byteCount)

/// An archive of files.
func archive(_ files: (name: String, bytes: [UInt8])...) throws -> [UInt8] {
  var bytes: [UInt8] = []
  let writer = try ArchiveWriter { bytes += $0 }
  for file in files { try writer.add(file.name, modifiedAt: 0, file.bytes) }
  try writer.finish()
  return bytes
}

/// What was logged.
final class LogList: LogSink {
  private let list = Mutex<[String]>([])
  var texts: [String] { list.withLock { $0 } }
  func write(_ message: LogMessage) { list.withLock { $0.append(message.text) } }
}
