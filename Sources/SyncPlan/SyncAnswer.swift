package import SyncContract

/// What a refusal's body says, read and with the place turned into a cursor. Names only, no data.
package struct ServerRefusal: Equatable, Sendable {
  /// `error`; `invalid-request` where it is missing or no slug.
  package let slug: String
  package var table: ContractTable?
  package var cursor: Int64?
  package var field: String?
  /// `maxBytes` of a 413.
  package var maxBytes: Int?

  package init(
    slug: String? = nil, table: ContractTable? = nil, cursor: Int64? = nil, field: String? = nil,
    maxBytes: Int? = nil
  ) {
    self.slug = slug.flatMap { Self.isSlug($0) ? $0 : nil } ?? "invalid-request"
    self.table = table
    let isKnown = table?.shape.fields.contains { $0.name == field } ?? false
    self.cursor = cursor
    self.field = isKnown ? field : nil
    self.maxBytes = maxBytes
  }

  /// At most 64 lower-case letters, digits and hyphens: what may be logged.
  private static func isSlug(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
      }
  }
}

/// What the answer to a batch means.
package enum SyncAnswer: Equatable, Sendable {
  /// 200 that counts exactly what was sent.
  case accepted
  /// 400, 409, 422: permanent.
  case refused(status: Int, ServerRefusal)
  /// 401: the token is dead.
  case unauthorized
  /// 403: the slug decides.
  case forbidden(ServerRefusal)
  /// 413: a smaller batch may be taken.
  case tooLarge(ServerRefusal)
  /// 426: permanent until another version runs.
  case updateRequired
  /// 429: transient; nothing is sent for so many milliseconds.
  case throttled(waitMs: Int64)
  /// 5xx: transient; with the wait that the server asks for.
  case failing(waitMs: Int64?)
  /// No answer: DNS, connection, TLS, or cut off.
  case unreachable
  /// No answer in time; the server may have taken the batch, and sending it again is safe.
  case timedOut
  /// Any other status, or a 200 that says something else than it should: permanent.
  case unexpected(status: Int)
}

extension SyncAnswer {
  /// Judges a whole answer. `refusal` is what its body says, if it says anything.
  package init(
    status: Int, body: [UInt8] = [], refusal: ServerRefusal = ServerRefusal(),
    retryAfter: String? = nil, date: String? = nil, sent: AcceptedCounts
  ) {
    switch status {
    case 200:
      let counts = try? AcceptedCounts.decode(body, dialect: sent.dialect)
      self = counts == sent ? .accepted : .unexpected(status: status)
    case 400, 409, 422: self = .refused(status: status, refusal)
    case 401: self = .unauthorized
    case 403: self = .forbidden(refusal)
    case 413: self = .tooLarge(refusal)
    case 426: self = .updateRequired
    case 429:
      self = .throttled(waitMs: RetryAfter.waitMs(retryAfter, date: date))
    case 500...599:
      self = .failing(waitMs: retryAfter.map { RetryAfter.waitMs($0, date: date) })
    default: self = .unexpected(status: status)
    }
  }
}
