import Log

/// The table of the receiver's keys.
extension ServerConfiguration {
  private typealias Key = ConfigurationKey<ServerConfiguration>

  /// Every key, in the order of manual and example.
  package static let keys: [ConfigurationKey<ServerConfiguration>] =
    listenKeys + limitKeys + storageKeys + blobKeys + syncKeys + versionKeys + messageKeys
    + pageKeys + [
      .choice(
        "log.level", \.logLevel,
        [
          ("error", .error), ("warning", .warning), ("notice", .notice), ("info", .info),
          ("debug", .debug),
        ], default: "info", "Messages less severe than this are not written to the journal.",
        because: "Each request is one line, without anything that it carried.")
    ]

  private static let listenKeys: [Key] = [
    .parsed(
      "listen.address", \.listen.address, "address in numbers and port, 0.0.0.0:443 or [::]:443",
      default: "127.0.0.1:8430",
      "Where devices reach the receiver; a socket that systemd passes goes before it.",
      because: "Nobody else reaches it until somebody decides that they shall.",
      reading: { ListenAddress($0) }),
    .secret(
      "listen.tls-certificate", \.listen.certificate,
      "Certificate in PEM, those of its issuers behind it. Empty: no TLS, for a proxy on this "
        + "machine that has it.",
      because: "There is no certificate yet."),
    .secret(
      "listen.tls-key", \.listen.key, "The key of that certificate in PEM, without a passphrase.",
      because: "There is no certificate yet."),
    .optional(
      "listen.url", \.listen.url, "https:// URL, or empty",
      "The URL that people give their devices; only repeated in what is told to them.",
      because: "A server does not know what it is called.",
      accepting: { $0.hasPrefix("https://") || $0.hasPrefix("http://") }),
    .parsed(
      "listen.trusted-proxies", \.listen.trustedProxies,
      "at most 16 addresses in numbers with commas between, or empty", default: "",
      "Proxies whose `X-Forwarded-For` names the device. Without them all devices behind a proxy "
        + "share one limit.",
      because: "Anybody can write that header.", reading: { addresses($0) }),
  ]

  private static let limitKeys: [Key] = [
    .whole(
      "limits.connections", \.limits.connections, 1...4096, default: 256, unit: "connections",
      "Connections at once, a thread each; a further one is closed.",
      because: "A device needs one for a second every half minute: enough for thousands."),
    .whole(
      "limits.connections-per-address", \.limits.connectionsPerAddress, 0...4096, default: 32,
      unit: "connections", "Of them from one address; 0 is without bound, for a proxy.",
      because: "One household has a few devices; one stranger shall not have all connections."),
    .whole(
      "limits.memory", \.limits.memoryMiB, 64...65_536, default: 256, unit: "MiB",
      "Bodies of requests and large answers at once, and as much again of files unpacked; beyond it "
        + "devices are asked to wait.",
      because: "A dozen files of the largest size fit, and small machines too."),
  ]

  private static let storageKeys: [Key] = [
    .path(
      "storage.sqlite", \.storage.sqlite, default: "$STATE_DIRECTORY/receiver.db",
      "The database file, where no PostgreSQL is given.",
      because: "One machine needs no database server."),
    .optional(
      "storage.postgresql", \.storage.postgresql,
      "postgresql:// URL without a password, or empty",
      "A PostgreSQL database that several receivers may share.",
      because: "A password does not belong into a file that others may read.",
      accepting: isPasswordless),
    .secret(
      "storage.postgresql-url-file", \.storage.postgresqlURLFile,
      "A file with one line, the postgresql:// URL, where it holds a password.",
      because: "There is no such database yet."),
  ]

  private static let blobKeys: [Key] = [
    .path(
      "blobs.folder", \.blobs.folder, default: "$STATE_DIRECTORY/blobs",
      "Where IGC and map files are kept, where no bucket is given.",
      because: "They lie beside the database."),
    .parsed(
      "blobs.s3", \.blobs.bucket, "s3://bucket or s3://bucket/prefix, or empty", default: "",
      "A bucket of an S3-compatible store that several receivers may share.",
      because: "One machine needs no object store.",
      reading: bucket),
    .optional(
      "blobs.s3-endpoint", \.blobs.endpoint, "https:// URL of the store, or empty",
      "Where that store answers; http:// is for this machine alone.",
      because: "Every store has its own.",
      accepting: { $0.hasPrefix("https://") || $0.hasPrefix("http://") }),
    .text(
      "blobs.s3-region", \.blobs.region, 1...64, default: "us-east-1",
      "The region that requests to the store are signed for.",
      because: "What stores without regions expect."),
    .secret(
      "blobs.s3-credentials-file", \.blobs.credentialsFile,
      "A file as AWS's tools read it, with `aws_access_key_id = …` and `aws_secret_access_key = …`.",
      because: "There is no bucket yet."),
    .optional(
      "blobs.s3-authorities", \.blobs.authorities, "absolute path, or empty",
      "Certificates in PEM of the authorities that the store's is signed by; empty takes the "
        + "system's.",
      because: "Stores on the Internet need none.", accepting: { $0.hasPrefix("/") }),
  ]

  private static let syncKeys: [Key] = [
    .flag(
      "sync.extended", \.sync.isExtended, default: true,
      "`no` speaks the strict dialect alone: no logbook, no files, no reading back.",
      because: "A backup that nobody can read proves nothing."),
    .parsed(
      "sync.version-header", \.sync.versionHeader, "name of a header, 1 to 64 letters, digits, '-'",
      default: "Vescape-App-Version", "The header in which devices tell their version.",
      because: "What devices send.", reading: { isHeader($0) ? $0.lowercased() : nil }),
    .whole(
      "sync.code-life", \.sync.codeLifeHours, 1...720, default: 24, unit: "hours",
      "How long a one-time code is good.",
      because: "Time to go to the airfield, and short enough to be forgotten."),
  ]

  private static let versionKeys: [Key] = [
    .optional(
      "versions.latest", \.versions.latest, version, "The newest version, as devices are told.",
      because: "Nothing is known of it.", accepting: isVersion),
    .optional(
      "versions.warn-below", \.versions.warnBelow, version, "Older versions are asked to update.",
      because: "Every version may send.", accepting: isVersion),
    .optional(
      "versions.block-online-below", \.versions.blockOnlineBelow, version,
      "Older versions may neither send nor read.", because: "Every version may send.",
      accepting: isVersion),
    .optional(
      "versions.block-below", \.versions.blockBelow, version,
      "As above, and their tokens are not renewed.", because: "Every version may send.",
      accepting: isVersion),
    .optional(
      "versions.message", \.versions.message, "text, at most 500 characters, or empty",
      "What people with an older version are told.", because: "There is none to tell.",
      accepting: { $0.count <= 500 }),
  ]

  private static let messageKeys: [Key] = [
    .text(
      "message.id", \.newestMessage.id, 0...64, default: "",
      "Names the message, so that a device shows it once.", because: "It must be given."),
    .choice(
      "message.type", \.newestMessage.kind,
      Message.Kind.allCases.map { ($0.rawValue, $0) }, default: "info", "How it is shown.",
      because: "Most are no alarm."),
    .optional(
      "message.title", \.newestMessage.title, "text, at most 100 characters, or empty",
      "Its heading.", because: "A sentence needs none.", accepting: { $0.count <= 100 }),
    .text(
      "message.body", \.newestMessage.body, 0...1000, default: "", "What is told.",
      because: "It must be given."),
    .optional(
      "message.action", \.newestMessage.action, "https:// address, or empty",
      "What a device opens on demand.", because: "Most have none.",
      accepting: { $0.hasPrefix("https://") && $0.utf8.count <= 500 }),
  ]

  /// Nil for what is no bucket; an empty text is none.
  private static func bucket(_ text: String) -> BucketName?? {
    if text.isEmpty { return .some(nil) }
    guard let name = BucketName(text) else { return nil }
    return .some(name)
  }

  private static let version = "one to four numbers with points between, or empty"

  private static func isVersion(_ text: String) -> Bool {
    let numbers = text.split(separator: ".", omittingEmptySubsequences: false)
    return (1...4).contains(numbers.count)
      && numbers.allSatisfy { word in
        word.utf8.allSatisfy { (0x30...0x39).contains($0) } && UInt32(word) != nil
      }
  }

  private static func isHeader(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || (0x30...0x39).contains($0)
          || $0 == 0x2D
      }
  }

  private static func addresses(_ text: String) -> [String]? {
    let words = text.split(separator: ",").map { word in
      String(word.filter { $0 != " " })
    }
    let isGood =
      words.count <= 16
      && words.allSatisfy { $0.contains(".") || $0.contains(":") }
      && words.allSatisfy { word in
        word.utf8.allSatisfy {
          (0x30...0x3A).contains($0) || (0x61...0x66).contains($0) || $0 == 0x2E
        }
      }
    return isGood ? words : nil
  }

  /// Whether a URL names a database and nothing between its user and the host is a password.
  private static func isPasswordless(_ url: String) -> Bool {
    let scheme = ["postgresql://", "postgres://"].first { url.hasPrefix($0) }
    guard let scheme, url.utf8.count <= 2000 else { return false }
    let rest = url.dropFirst(scheme.count)
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    let user = authority.lastIndex(of: "@").map { authority[..<$0] } ?? ""
    return !user.contains(":") && !rest.lowercased().contains("password=")
  }
}
