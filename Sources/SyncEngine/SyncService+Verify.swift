package import Bytes
import SyncContract
package import SyncPlan

extension SyncService {
  /// Compares the server with the store: every accepted row that is still here, and every file that
  /// such a row names. `digest` makes a SHA-256; `localBlob` gives a file that this box was the first
  /// to upload, whose bytes are compared, and nil for any other, which has only to be there.
  package func verify(
    by digest: @escaping @Sendable () -> any MessageDigest,
    localBlob: @escaping @Sendable (BlobReference.Kind, String) async throws -> LocalBlob?
  ) async throws(VerifyFault) -> SyncVerdict {
    guard let credential = account.credential else { throw .notSignedIn }
    guard !life.isVerifying, !life.isHalted else { throw .busy }
    life.isVerifying = true
    defer { life.isVerifying = false }
    let epoch = life.epoch
    let verifier = SyncVerifier(
      service: self, reader: ServerReader(service: self, credential: credential, epoch: epoch),
      epoch: epoch, dialect: dialect, digest: digest, localBlob: localBlob)
    return try await verifier.run()
  }

  /// Sends a request of `verify`; 401 means that the token is dead.
  func answer(
    to request: SyncRequest, in epoch: Int
  ) async throws(VerifyFault) -> SyncResponse {
    let reply = await exchange(request)
    guard epoch == life.epoch else { throw .busy }
    switch reply {
    case .answer(let response) where response.status == 401:
      reject(request.bearer)
      throw .notSignedIn
    case .answer(let response): return response
    case .unreachable(let text): throw .unreachable(text)
    case .timedOut: throw .timedOut
    case .cancelled: throw .busy
    }
  }

  func acceptedRows(
    of table: ContractTable, in dialect: ContractDialect, after: PendingRow?, limit: Int,
    _ epoch: Int
  ) async throws(VerifyFault) -> [PendingRow] {
    guard epoch == life.epoch else { throw .busy }
    do {
      return try await writing {
        try await store.acceptedRows(of: table, in: dialect, after: after, limit: limit)
      }
    } catch {
      throw .storage("\(error)")
    }
  }
}
