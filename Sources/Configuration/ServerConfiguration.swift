package import Log

/// Everything that an operator can decide about `barograph-receiver`.
///
/// Its keys are in `ServerConfiguration+Keys.swift`.
package struct ServerConfiguration: OperatorConfiguration {
  package var listen = Listen()
  package var limits = Limits()
  package var storage = Storage()
  package var blobs = Blobs()
  package var sync = Sync()
  package var versions = Versions()
  package var page = PageConfiguration()
  /// What every device is told; one without a body is none.
  package var messages: [Message] = []
  /// Messages less severe than this are not written.
  package var logLevel = LogLevel.info

  /// Where devices reach the receiver.
  package struct Listen: Equatable, Sendable {
    package var address = ListenAddress(host: "", port: 0)
    /// A certificate in PEM with those of its issuers; nil serves without TLS.
    package var certificate: ConfiguredPath?
    /// The key of that certificate in PEM.
    package var key: ConfiguredPath?
    /// What devices call the receiver.
    package var url: String?
    /// Addresses whose `X-Forwarded-For` is believed.
    package var trustedProxies: [String] = []
  }

  /// Bounds of what strangers may take.
  package struct Limits: Equatable, Sendable {
    package var connections: UInt32 = 0
    /// 0 is without bound.
    package var connectionsPerAddress: UInt32 = 0
    /// MiB of requests and answers at once.
    package var memoryMiB = 0
  }

  /// Where rows are kept: the first that is given of a file with a URL, a URL, a database file.
  package struct Storage: Equatable, Sendable {
    package var sqlite = ConfiguredPath("")
    package var postgresql: String?
    package var postgresqlURLFile: ConfiguredPath?
  }

  /// Where files are kept: a bucket if one is given, else a folder.
  package struct Blobs: Equatable, Sendable {
    package var folder = ConfiguredPath("")
    package var bucket: BucketName?
    package var endpoint: String?
    package var region = ""
    package var credentialsFile: ConfiguredPath?
    package var authorities: String?
  }

  /// How devices are spoken with.
  package struct Sync: Equatable, Sendable {
    package var isExtended = true
    /// In lower case.
    package var versionHeader = ""
    /// Hours for which a one-time code is good.
    package var codeLifeHours: Int64 = 0
  }

  /// Which versions of devices are served.
  package struct Versions: Equatable, Sendable {
    package var latest: String?
    package var warnBelow: String?
    package var blockOnlineBelow: String?
    package var blockBelow: String?
    package var message: String?
  }

  /// One message for people.
  package struct Message: Equatable, Sendable {
    package enum Kind: String, CaseIterable, Sendable { case info, warning, critical }

    package var id = ""
    package var kind = Kind.info
    package var title: String?
    package var body = ""
    package var action: String?
  }

  package init() {}

  /// What an empty configuration means.
  package static let defaults = madeFromDefaults()

  package static let repeatable: Set<String> = ["message"]

  package static let exampleHead = """
    # The configuration of barograph-receiver. Each key stands here with its default; remove the
    # '#' before one to change it. Files in receiver.conf.d/*.conf are read after this one and
    # override it. Check with: barograph-receiver --check-config

    """

  package mutating func begin(_ section: String, isFirst: Bool) {
    if isFirst { messages = [] }
    messages.append(Message())
  }

  package mutating func end(_ section: String) -> String? {
    if newestMessage == Message() {
      messages.removeLast()
      return nil
    }
    if newestMessage.id.isEmpty { return "this [message] section has no id" }
    if newestMessage.body.isEmpty { return "this [message] section has no body" }
    return messages.dropLast().contains { $0.id == newestMessage.id }
      ? "this [message] section has the id of one above" : nil
  }

  package var conflicts: [ConfigurationConflict] {
    var found: [ConfigurationConflict] = []
    func complain(_ key: String, _ message: String) {
      found.append(ConfigurationConflict(key: key, message: message))
    }
    if listen.certificate != nil, listen.key == nil {
      complain("listen.tls-certificate", "needs listen.tls-key beside it")
    }
    if listen.key != nil, listen.certificate == nil {
      complain("listen.tls-key", "needs listen.tls-certificate beside it")
    }
    if storage.postgresql != nil, storage.postgresqlURLFile != nil {
      complain("storage.postgresql", "and storage.postgresql-url-file are one too many")
    }
    if blobs.bucket != nil {
      if blobs.endpoint == nil { complain("blobs.s3", "needs blobs.s3-endpoint beside it") }
      if blobs.credentialsFile == nil {
        complain("blobs.s3", "needs blobs.s3-credentials-file beside it")
      }
    }
    return found
  }

  /// The message that a `[message]` section being read fills.
  var newestMessage: Message {
    get { messages.last ?? Message() }
    set { if !messages.isEmpty { messages[messages.count - 1] = newValue } }
  }
}

/// An address in numbers and a port: `127.0.0.1:8430`, `[::1]:8430`.
package struct ListenAddress: Equatable, Sendable {
  package var host: String
  package var port: UInt16

  package init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// Nil for anything else; whether the numbers make an address is seen when it is bound.
  package init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"),
      let port = UInt16(text[text.index(after: colon)...]),
      text[text.index(after: colon)...].utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    var host = text[..<colon]
    let isSix = host.hasPrefix("[") && host.hasSuffix("]")
    if isSix { host = host.dropFirst().dropLast() }
    guard !host.isEmpty, host.contains(":") == isSix,
      host.utf8.allSatisfy({ $0 == 0x2E || $0 == 0x3A || $0 == 0x25 || isAlphanumeric($0) })
    else { return nil }
    self.init(host: String(host), port: port)
  }
}

/// A bucket and what the names in it begin with: `s3://bucket/prefix`.
package struct BucketName: Equatable, Sendable {
  package var bucket: String
  /// Without slashes at its ends; may be empty.
  package var prefix: String

  package init?(_ text: String) {
    guard text.hasPrefix("s3://") else { return nil }
    let parts = text.dropFirst(5).split(
      separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    bucket = String(parts[0])
    prefix = parts.count == 2 ? String(parts[1]) : ""
    while prefix.hasSuffix("/") { prefix.removeLast() }
    guard (3...63).contains(bucket.utf8.count),
      bucket.utf8.allSatisfy({ isAlphanumeric($0) || $0 == 0x2D || $0 == 0x2E }),
      !prefix.hasPrefix("/"), prefix.utf8.count <= 512,
      prefix.utf8.allSatisfy({ isAlphanumeric($0) || [0x2D, 0x2E, 0x2F, 0x5F].contains($0) })
    else { return nil }
  }
}

private func isAlphanumeric(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
  default: false
  }
}
