import Log
import Synchronization

/// What a receiver has answered and taken in since its start.
package final class ReceiverCounters: Sendable {
  /// Requests of one kind with one class of answers.
  struct Series: Hashable {
    /// The route's first word, a closed set.
    var route: String
    /// `2xx` to `5xx`.
    var answer: String
  }

  struct Figures {
    var requests: [Series: Int64] = [:]
    /// Bodies as they travelled.
    var receivedBytes: Int64 = 0
    var sentBytes: Int64 = 0
    /// Of batches that were applied.
    var rows: Int64 = 0
    /// Files that were not there before, and their bytes unpacked.
    var files: Int64 = 0
    var fileBytes: Int64 = 0
    /// By their kind; each kind is there from the start.
    var failures: [String: Int64] = ["unavailable": 0, "full": 0, "broken": 0]
  }

  private let state = Mutex(Figures())

  package init() {}

  var figures: Figures { state.withLock { $0 } }

  /// Counts a request and its answer.
  func note(_ record: RequestRecord, _ request: ReceiverRequest, _ response: ReceiverResponse) {
    let route = String(record.route.prefix { $0 != " " })
    let isTaken = (200..<300).contains(response.status)
    state.withLock { figures in
      figures.requests[Series(route: route, answer: "\(response.status / 100)xx"), default: 0] += 1
      figures.receivedBytes += Int64(request.body.count)
      figures.sentBytes += Int64(response.body.count)
      if isTaken, route == "sync" { figures.rows += Int64(record.counts[.rows] ?? 0) }
      if response.status == 201, route == "blob" {
        figures.files += 1
        figures.fileBytes += Int64(record.counts[.blobBytes] ?? 0)
      }
    }
  }

  /// Counts what the storage could not do; what a device asks wrongly is no failure of the storage.
  package func note(_ failure: StorageFailure) {
    let kind: String
    switch failure {
    case .unavailable: kind = "unavailable"
    case .full: kind = "full"
    case .broken: kind = "broken"
    case .missingParent, .missingBlob, .unknownPage: return
    }
    state.withLock { $0.failures[kind, default: 0] += 1 }
  }
}
