package import Elevation
package import HTTPClient

/// Asks a server for tiles: `GET elevations/N50E005`, answered with a ZIP archive or with the way to
/// one.
package struct TileClient: Sendable {
  /// Bytes of the longest archive; that of a tile of nothing but noise has no more.
  package static let longestArchive = 4 << 20
  private static let redirects = 3
  private static let timeoutMs: Int64 = 180_000
  private static let longestWaitSeconds: Int64 = 86_400

  private let uplink: Uplink
  /// What stands before `/elevations/`.
  private let url: String
  /// Gives the present token, or nil.
  private let token: @Sendable () -> String?
  private let timeoutMs: Int64

  /// `url` is of http only for this machine itself.
  package init(
    uplink: Uplink, url: String, timeoutMs: Int64? = nil,
    token: @escaping @Sendable () -> String? = { nil }
  ) {
    self.uplink = uplink
    self.url = url.hasSuffix("/") ? String(url.dropLast()) : url
    self.token = token
    self.timeoutMs = timeoutMs ?? Self.timeoutMs
  }

  /// Asks for one tile.
  package func ask(for name: TileName) async -> TileReply {
    var request = UplinkRequest(.get, "\(url)/elevations/\(name)")
    request.isLoopback = UplinkRequest.isLoopback(url)
    request.redirects = Self.redirects
    request.answerLimit = Self.longestArchive
    request.timeoutMs = timeoutMs
    request.bearer = token()
    return Self.reply(await uplink.send(request))
  }

  private static func reply(_ reply: UplinkReply) -> TileReply {
    switch reply {
    case .answer(let answer): self.reply(answer)
    case .tooLong(let status, let limit) where status == 200:
      .unusable("the answer is longer than \(limit) bytes")
    case .tooLong(let status, _): self.reply(UplinkResponse(status: status))
    case .unreachable(let text), .unsent(let text): .later(text, seconds: nil)
    case .timedOut: .later("no answer in time", seconds: nil)
    case .cancelled: .cancelled
    }
  }

  private static func reply(_ answer: UplinkResponse) -> TileReply {
    switch answer.status {
    case 200: .archive(answer.body)
    case 404, 410: .absent
    case 401, 403: .later("it refuses access (\(answer.status)); see elevation.token", seconds: nil)
    case 300..<400: .later("it sends on to where nobody is followed to", seconds: nil)
    case 429, 500...: .later("it answers \(answer.status)", seconds: wait(answer.retryAfter))
    default: .unusable("the answer is \(answer.status)")
    }
  }

  /// Seconds of `Retry-After`; a date is left to our own patience.
  private static func wait(_ text: String?) -> Int64? {
    text.flatMap { Int64($0) }.map { min(longestWaitSeconds, max(1, $0)) }
  }
}
