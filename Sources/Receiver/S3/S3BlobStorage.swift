import Bytes
import Crypto
import HTTPClient

/// Blobs in an S3-compatible store, each an object `PREFIX/ACCOUNT/KIND/ID` of one bucket, addressed
/// by path. The bucket must be there.
package struct S3BlobStorage: BlobStorage {
  /// Where the objects lie.
  package struct Place: Sendable {
    /// `https://host:port`.
    package var endpoint: String
    package var region: String
    package var bucket: String
    /// Before every name, without `/` at its ends; may be empty.
    package var prefix: String
    /// A file of certificate authorities; nil takes the system's.
    package var authorities: String?

    package init(
      endpoint: String, region: String, bucket: String, prefix: String = "",
      authorities: String? = nil
    ) {
      self.endpoint = endpoint
      self.region = region
      self.bucket = bucket
      self.prefix = prefix
      self.authorities = authorities
    }
  }

  package let putsWhole = true
  private let client: S3Client
  private let bucketPath: String
  private let root: String
  private let credentials: S3CredentialFile

  /// Asks nothing of the store. Throws `broken` for names that cannot be part of a URL. The
  /// credentials are read from their file for each request, so that they can be changed meanwhile.
  package init(_ place: Place, credentials: S3CredentialFile) throws(StorageFailure) {
    guard
      let client = S3Client(
        endpoint: place.endpoint, region: place.region, authorities: place.authorities)
    else {
      throw .broken("S3: the endpoint is not of the form https://host:port, or the region is none")
    }
    let names = [place.bucket] + place.prefix.split(separator: "/").map(String.init)
    for name in names where !Self.isName(name) {
      throw .broken("S3: bucket and prefix may hold letters, digits and .-_ only")
    }
    self.client = client
    self.credentials = credentials
    bucketPath = "/\(place.bucket)"
    root = "/" + names.joined(separator: "/")
  }

  private static func isName(_ name: String) -> Bool {
    (1...128).contains(name.utf8.count) && name != "." && name != ".."
      && name.utf8.allSatisfy {
        switch $0 {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
        default: false
        }
      }
  }

  package func prepare() throws(StorageFailure) { try check() }

  package func check() throws(StorageFailure) {
    let answer = try ask(.head, bucketPath)
    guard answer.status == 200 else { throw failure("look for the bucket", answer) }
  }

  /// The object is looked for first, since older stores do not know `If-None-Match`; with it, of two
  /// at once the first one wins.
  package func put(_ key: BlobKey, _ content: BlobContent) throws(StorageFailure) -> Bool {
    if try has(key) { return false }
    let path = try path(key)
    let bytes = try Self.bytes(of: content)
    var answer = try ask(.put, path, headers: ["If-None-Match: *"], body: bytes)
    if answer.status == 501 { answer = try ask(.put, path, body: bytes) }
    switch answer.status {
    case 200, 201, 204: return true
    case 412: return false
    default: throw failure("put a blob", answer)
    }
  }

  private static func bytes(of content: BlobContent) throws(StorageFailure) -> [UInt8] {
    do { return try content.whole() } catch { throw .broken("put a blob: \(error)") }
  }

  package func get(_ key: BlobKey) throws(StorageFailure) -> [UInt8]? {
    let answer = try ask(.get, path(key), limit: ReceiverLimits.blob)
    switch answer.status {
    case 200: return answer.body
    case 404 where answer.code != "NoSuchBucket": return nil
    default: throw failure("get a blob", answer)
    }
  }

  package func has(_ key: BlobKey) throws(StorageFailure) -> Bool {
    let answer = try ask(.head, path(key))
    switch answer.status {
    case 200: return true
    case 404: return false
    default: throw failure("look for a blob", answer)
    }
  }

  package func delete(_ key: BlobKey) throws(StorageFailure) {
    let answer = try ask(.delete, path(key))
    switch answer.status {
    case 200, 204: return
    case 404 where answer.code != "NoSuchBucket": return
    default: throw failure("delete a blob", answer)
    }
  }

  /// A thousand names at a time (ListObjectsV2), in the order of their bytes.
  package func keys(of account: String) throws(StorageFailure) -> [BlobKey] {
    try keys(of: account, pageSize: 1000)
  }

  /// The same, so many names at a time.
  package func keys(
    of account: String, pageSize: Int
  ) throws(StorageFailure) -> [BlobKey] {
    guard Self.isName(account) else {
      throw .broken("S3: the id of an account cannot be part of a URL")
    }
    let prefix = String("\(root)/\(account)/".dropFirst(bucketPath.count + 1))
    var keys: [BlobKey] = []
    var last = ""
    while true {
      let start = last.isEmpty ? "" : "&start-after=\(Self.escaped(last))"
      let answer = try ask(
        .get, bucketPath,
        query: "list-type=2&max-keys=\(pageSize)&prefix=\(Self.escaped(prefix))\(start)",
        limit: 4 << 20)
      guard answer.status == 200 else { throw failure("list blobs", answer) }
      let names = answer.names
      keys += names.compactMap { BlobKey(account: account, name: $0.dropFirst(prefix.count)) }
      guard answer.isTruncated, let end = names.last, end.utf8.elementsEqual(last.utf8) == false
      else { return keys }
      last = end
    }
  }

  /// For a query: names hold no other character that would have to be escaped.
  private static func escaped(_ name: String) -> String {
    name.split(separator: "/", omittingEmptySubsequences: false).joined(separator: "%2F")
  }

  private func path(_ key: BlobKey) throws(StorageFailure) -> String {
    guard Self.isName(key.accountID), Self.isName(key.id) else {
      throw .broken("S3: the name of a blob cannot be part of a URL")
    }
    return "\(root)/\(key.accountID)/\(key.kind.rawValue)/\(key.id)"
  }

  private func ask(
    _ method: S3Client.Method, _ path: String, query: String = "", headers: [String] = [],
    body: [UInt8] = [], limit: Int = 65_536
  ) throws(StorageFailure) -> HTTPAnswer {
    let credentials = try credentials.read()
    do throws(S3ClientError) {
      return try client.request(
        method, path, query: query, headers: headers, body: body,
        contentHash: Hexadecimal.encode(SHA256.digest(of: body)), limit: limit,
        signedBy: credentials)
    } catch {
      throw .unavailable(error.description)
    }
  }

  private func failure(_ operation: String, _ answer: HTTPAnswer) -> StorageFailure {
    let code = answer.code.map { " \($0)" } ?? ""
    let text = "\(operation) at \(client.endpoint): \(answer.status)\(code)"
    switch answer.status {
    case 507: return .full("\(text); free space in the object store")
    case 408, 409, 429, 500...: return .unavailable("\(text); the object store is busy")
    case 403:
      return .broken(
        "\(text); check credentials and clock, and allow s3:GetObject, s3:PutObject,"
          + " s3:DeleteObject and s3:ListBucket")
    case 404: return .broken("\(text); make the bucket")
    default: return .broken("\(text); check endpoint, region and bucket")
    }
  }
}
