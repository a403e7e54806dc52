package import SyncContract

/// What `verify` has found: the server beside this box.
package struct SyncVerdict: Equatable, Sendable {
  package var origin: ServerOrigin
  package var dialect: ContractDialect
  /// Of every table of the dialect but `deleteActions`, in the contract's order.
  package var tables: [TableVerdict]
  package var blobs: BlobVerdict

  /// Everything that the server has accepted of this box is there, or something newer.
  package var isComplete: Bool {
    tables.allSatisfy(\.isComplete) && blobs.missing == 0 && blobs.differing == 0
  }

  /// The server holds exactly what this box has sent and still has, neither more nor less.
  package var isEqual: Bool {
    isComplete && tables.allSatisfy { $0.isSame }
  }
}

/// One table: rows that the server has accepted of this box, beside what it holds.
package struct TableVerdict: Equatable, Sendable {
  package var table: ContractTable
  /// Accepted rows that are still here.
  package var local: Int64 = 0
  /// Rows of the account there: those of other boxes too, and what age has removed here.
  package var server: Int64
  package var equal: Int64 = 0
  /// The server has it with a newer Change Timestamp.
  package var newer: Int64 = 0
  package var missing: Int64 = 0
  package var differing: Int64 = 0
  /// Rows here that share their natural key with the one before, of which the server keeps one.
  package var repeated: Int64 = 0
  /// The cursor of the first row that is missing or differs.
  package var firstFault: Int64?
  /// Whether count and checksum are the same.
  package var isSame = false
  /// Of the rows here (`TableDigest.checksum`).
  package var checksum = ""

  package var isComplete: Bool { missing == 0 && differing == 0 }

  init(_ table: ContractTable, server: Int64) {
    self.table = table
    self.server = server
  }
}

/// The files that accepted rows name.
package struct BlobVerdict: Equatable, Sendable {
  /// Compared byte for byte.
  package var equal = 0
  /// There under their id; the bytes are those of whoever came first.
  package var present = 0
  package var missing = 0
  package var differing = 0
  /// The id of the first that is missing or differs.
  package var firstFault: String?
}

/// A file of this box, for the comparison with the server's.
package struct LocalBlob: Equatable, Sendable {
  package var bytes: Int64
  /// The SHA-256 of its bytes as they were received.
  package var sha256: [UInt8]

  package init(bytes: Int64, sha256: [UInt8]) {
    self.bytes = bytes
    self.sha256 = sha256
  }
}

/// Why nothing can be said about the server.
package enum VerifyFault: Error, Equatable, Sendable {
  case notSignedIn
  /// Another comparison is under way, or a reset has overtaken this one.
  case busy
  case unreachable(String)
  case timedOut
  case unexpected(status: Int, slug: String?)
  /// The answer to a path is none of the contract, or rows do not come in the order of their keys.
  case malformed(path: String)
  /// A row or a file of this box cannot be read, with the cause.
  case storage(String)
}
