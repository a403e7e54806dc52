import Bytes
import CommandLineInterface
import ControlAPI
import Crypto
import Glibc
import JSON
import Linux
import Logbook

/// Sends files to the daemon in pieces. What the daemon knows by its SHA-256 is not sent.
struct FileSender {
  /// Bytes of a file in one request.
  private static let pieceBytes = 60_000

  private let daemon: DaemonConnection
  /// Taking a file in may take minutes.
  private let patient: DaemonConnection

  init(_ invocation: Invocation) {
    daemon = DaemonConnection(invocation, timeoutSeconds: 60)
    patient = DaemonConnection(invocation, timeoutSeconds: 900)
  }

  /// Sends an open file, whose length is `bytes`; `order` says what is to become of it.
  func send(
    _ file: borrowing Descriptor, bytes: Int64, _ order: ImportOrder, isHashed: Bool = true
  ) throws(Failure) -> ImportResult {
    guard bytes > 0 else {
      throw Failure(.noInput, "empty-file", "\(order.name) is empty", hint: "choose another file")
    }
    var query = [("bytes", String(bytes)), ("name", order.name), ("from", order.origin.rawValue)]
    if isHashed { query.append(("sha256", try Self.digest(file, order.name))) }
    let begun = try daemon.read(try daemon.call(.beginImport, query: query)) {
      (json) throws(DocumentError) in try ImportBegin(json: json)
    }
    var order = order
    switch begun {
    case .known(let result): return result
    case .id(let id): order.id = id
    }
    try sendPieces(file, order)
    return try patient.read(try patient.call(.finishImport, body: order.json)) {
      (json) throws(DocumentError) in try ImportResult(json: json)
    }
  }

  private func sendPieces(
    _ file: borrowing Descriptor, _ order: ImportOrder
  ) throws(Failure) {
    var offset = 0
    while true {
      let block = try Self.block(file, order.name)
      if block.isEmpty { return }
      _ = try daemon.post(
        .importBytes, query: [("id", order.id), ("offset", String(offset))], block)
      offset += block.count
    }
  }

  /// Of the whole file, which is at its beginning again afterwards.
  private static func digest(
    _ file: borrowing Descriptor, _ name: String
  ) throws(Failure) -> String {
    var digest = SHA256()
    while true {
      let block = try block(file, name)
      if block.isEmpty { break }
      digest.update(block)
    }
    rewind(file)
    return Hexadecimal.encode(digest.finish())
  }

  /// Goes back to the beginning, which a regular file can.
  static func rewind(_ file: borrowing Descriptor) { lseek(file.rawValue, 0, SEEK_SET) }

  static func block(
    _ file: borrowing Descriptor, _ name: String, limit: Int = pieceBytes
  ) throws(Failure) -> [UInt8] {
    do throws(SystemError) {
      return try file.readBlock(limit: limit)
    } catch {
      throw unreadable(name, error)
    }
  }

  static func unreadable(_ path: String, _ error: SystemError) -> Failure {
    Failure(.noInput, "cannot-read", "cannot read \(path): \(error)", hint: "see that it is there")
  }
}
