package import SyncContract

/// What an operator may set of the router.
package struct ReceiverConfiguration: Sendable {
  /// Off, the receiver speaks as a server does that knows the strict dialect alone.
  package var isExtended = true
  /// The header with the device's version, in lower case.
  package var versionHeader = "vescape-app-version"
  package var versions = VersionPolicy()
  /// What App Status tells every device.
  package var messages: [StatusMessage] = []
  /// 24 hours.
  package var codeLifeMs: Int64 = 86_400_000
  /// 365 days.
  package var tokenLifeMs: Int64 = 365 * 86_400_000
  /// A request in the last 90 days of a token's life renews it.
  package var tokenRenewalMs: Int64 = 90 * 86_400_000
  /// Exchanges of one address: 10 at once, then one in 30 s.
  package var attemptsOfPeer = RateLimit(burst: 10, intervalMs: 30_000)
  /// Exchanges of all addresses: 60 at once, then one a second.
  package var attemptsInAll = RateLimit(burst: 60, intervalMs: 1000)
  /// Bytes that all requests together may hold unpacked; one alone may always go on.
  package var unpackedBytes = 256 << 20
  /// After 503, in seconds.
  package var retryAfter = 30

  package init() {}

  /// The widest dialect that is spoken.
  package var dialect: ContractDialect { isExtended ? .extended : .strict }
}

/// A text for people in App Status.
package struct StatusMessage: Equatable, Sendable {
  package enum Kind: String, CaseIterable, Sendable { case info, warning, critical }

  package var id: String
  package var kind: Kind
  package var title: String?
  package var body: String
  /// An address to open.
  package var action: String?

  package init(
    id: String, kind: Kind = .info, title: String? = nil, body: String, action: String? = nil
  ) {
    self.id = id
    self.kind = kind
    self.title = title
    self.body = body
    self.action = action
  }
}

/// How large things may be; a byte more is refused.
package enum ReceiverLimits {
  /// Bytes of a blob as it travels.
  package static let blobOnWire = 20 << 20
  /// Bytes of a blob inflated.
  package static let blob = 100 << 20
  /// Bytes of a batch, inflated.
  package static let batch = ContractLimits().bytes
  /// Gzip makes bytes that cannot be compressed a little longer.
  package static let gzipOverhead = 1024
  /// Characters of a token or code in a request.
  package static let bearer = 256
  /// Characters of a path, and of `after`.
  package static let path = 256
  package static let after = 8192
}
