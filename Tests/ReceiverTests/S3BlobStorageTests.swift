import Glibc
import HTTPClient
import Linux
import Receiver
import TestSupport
import Testing

/// The Python that has the S3 server; nil where the tests run without one.
private let python = getenv("BAROGRAPH_FOREIGN_PYTHON").map { String(cString: $0) }

/// An S3-compatible server that checks signatures.
private final class S3Server: Sendable {
  let endpoint: String
  let access: String
  let secret: String
  private let process: ChildProcess
  private let folder = TemporaryFolder()

  init() async throws {
    process = try ChildProcess([
      python ?? "python3", PackageFolder.root + "/Tests/Foreign/s3-server.py",
    ])
    var words: [Substring] = []
    var seen: [String] = []
    for await line in process.lines {
      seen.append(line)
      words = line.split(separator: " ")
      if words.first == "ready" { break }
    }
    try #require(words.count == 4, "\(seen.joined(separator: "\n"))")
    endpoint = "http://127.0.0.1:\(words[1])"
    (access, secret) = (String(words[2]), String(words[3]))
  }

  deinit { process.send(SIGKILL) }

  func storage(bucket: String = "rides", secret: String? = nil) throws -> S3BlobStorage {
    let path = folder.file("credentials")
    try writeFile(
      """
      # of the tests
      [default]
      aws_access_key_id = \(access)
      aws_secret_access_key=\(secret ?? self.secret)
      [other]
      aws_access_key_id = other
      """, to: path)
    return try S3BlobStorage(
      S3BlobStorage.Place(
        endpoint: endpoint, region: "eu-central-1", bucket: bucket, prefix: "/a/b_c/"),
      credentials: S3CredentialFile(path: path))
  }
}

private func writeFile(_ text: String, to path: String) throws {
  unlink(path)
  let file = try Descriptor.open(path, O_WRONLY | O_CREAT)
  try file.write(all: Array(text.utf8))
}

private func key(_ digit: Character, _ kind: BlobKey.Kind = .igc, of account: String = "anna")
  -> BlobKey
{
  BlobKey(accountID: account, kind: kind, id: String(repeating: digit, count: 64))
}

private func isBroken(_ error: any Error) -> Bool {
  if case .broken? = error as? StorageFailure { true } else { false }
}

@Suite(.enabled(if: python != nil, "BAROGRAPH_FOREIGN_PYTHON names no Python with the S3 server"))
struct S3BlobStorageTests {
  @Test func aBlobComesBackAsItWasPut() async throws {
    let server = try await S3Server()
    defer { withExtendedLifetime(server) {} }
    let storage = try server.storage()
    try storage.prepare()
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
    #expect(try storage.get(key("1")) == nil)
    #expect(try storage.has(key("1")) == false)
    #expect(try storage.put(key("1"), bytes))
    #expect(try storage.has(key("1")))
    #expect(try storage.get(key("1")) == bytes)
    #expect(try storage.put(key("1"), [1]) == false, "the first copy wins")
    #expect(try storage.get(key("1")) == bytes)
    try storage.delete(key("1"))
    #expect(try storage.get(key("1")) == nil)
    try storage.delete(key("1"))
    #expect(try storage.put(key("2"), []))
    #expect(try storage.get(key("2")) == [])
  }

  @Test func accountsAndKindsAreApart() async throws {
    let server = try await S3Server()
    defer { withExtendedLifetime(server) {} }
    let storage = try server.storage()
    #expect(try storage.put(key("1"), [1]))
    #expect(try storage.put(key("1", .file), [2]))
    #expect(try storage.put(key("1", of: "bert"), [3]))
    #expect(try storage.get(key("1")) == [1])
    #expect(try storage.get(key("1", .file)) == [2])
    #expect(try storage.get(key("1", of: "bert")) == [3])
  }

  @Test func listsWhatLiesUnderAnAccount() async throws {
    let server = try await S3Server()
    defer { withExtendedLifetime(server) {} }
    let storage = try server.storage()
    #expect(try storage.keys(of: "anna") == [])
    let digits = Array("0123456789abcdef" as String)
    for digit in digits { _ = try storage.put(key(digit), [1]) }
    _ = try storage.put(key("1", .file), [2])
    _ = try storage.put(key("1", of: "anna-2"), [3])
    for size in [1000, 5] {
      let keys = try storage.keys(of: "anna", pageSize: size)
      #expect(keys.count == 17 && Set(keys) == Set(digits.map { key($0) } + [key("1", .file)]))
    }
  }

  @Test func theSignatureIsChecked() async throws {
    let server = try await S3Server()
    defer { withExtendedLifetime(server) {} }
    #expect(try server.storage().put(key("1"), [1]))
    let stranger = try server.storage(secret: "planted-secret")
    #expect {
      try stranger.get(key("1"))
    } throws: { error in
      isBroken(error) && "\(error)".contains("SignatureDoesNotMatch")
        && !"\(error)".contains("planted") && !"\(error)".contains(server.access)
    }
    #expect { try stranger.put(key("2"), [1]) } throws: { isBroken($0) }
    #expect { try stranger.check() } throws: { isBroken($0) }
    #expect(try server.storage().has(key("2")) == false)
  }

  @Test func aMissingBucketIsToldApartFromAMissingBlob() async throws {
    let server = try await S3Server()
    defer { withExtendedLifetime(server) {} }
    let storage = try server.storage(bucket: "nowhere")
    #expect { try storage.prepare() } throws: { isBroken($0) }
    #expect { try storage.get(key("1")) } throws: { isBroken($0) }
    #expect { try storage.put(key("1"), [1]) } throws: { isBroken($0) }
  }
}

@Suite struct S3SettingsTests {
  @Test func aStoreThatIsNotThereIsUnavailable() throws {
    let folder = TemporaryFolder()
    let path = folder.file("credentials")
    try writeFile("aws_access_key_id = planted\naws_secret_access_key = planted\n", to: path)
    // Port 1 of this machine, where nobody listens.
    let storage = try S3BlobStorage(
      S3BlobStorage.Place(endpoint: "http://127.0.0.1:1", region: "r", bucket: "b"),
      credentials: S3CredentialFile(path: path))
    #expect {
      try storage.check()
    } throws: { error in
      if case .unavailable(let text)? = error as? StorageFailure {
        !text.contains("planted")
      } else {
        false
      }
    }
  }

  @Test(arguments: [
    "", "aws_access_key_id = planted", "aws_access_key_id = planted\naws_secret_access_key =",
    "[planted]\naws_access_key_id = planted\naws_secret_access_key = planted",
    "aws_access_key_id = planted\naws_secret_access_key = pla\u{1}nted",
    "aws_access_key_id = planted\naws_secret_access_key = planted\naws_session_token = a b",
  ])
  func unusableCredentialsAreNotQuoted(text: String) throws {
    let folder = TemporaryFolder()
    try writeFile(text, to: folder.file("credentials"))
    #expect {
      try S3CredentialFile(path: folder.file("credentials")).read()
    } throws: { error in
      isBroken(error) && !"\(error)".contains("planted")
    }
  }

  @Test func credentialsSayNothingOfThemselves() {
    let credentials = S3Credentials(
      accessKey: "planted", secretKey: "planted", sessionToken: "planted")
    #expect(!"\(credentials) \(String(reflecting: credentials))".contains("planted"))
  }

  @Test(arguments: [
    ("ftp://host", "r", "b", ""), ("https://", "r", "b", ""), ("https://u@host", "r", "b", ""),
    ("https://host/path", "r", "b", ""), ("https://host", "", "b", ""),
    ("https://host", "r:s", "b/c", ""), ("https://host", "r", "", ""),
    ("https://host", "r", "b?c", ""), ("https://host", "r", "b", "a/../b"),
  ])
  func unusablePlacesAreRefused(endpoint: String, region: String, bucket: String, prefix: String) {
    #expect {
      try S3BlobStorage(
        S3BlobStorage.Place(
          endpoint: endpoint, region: region, bucket: bucket, prefix: prefix),
        credentials: S3CredentialFile(path: "/nowhere"))
    } throws: {
      isBroken($0)
    }
  }
}
