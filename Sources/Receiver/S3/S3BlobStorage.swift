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

  /// The longest blob: 100 MiB.
  private static let longest = 100 << 20
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
  package func put(_ key: BlobKey, _ bytes: [UInt8]) throws(StorageFailure) -> Bool {
    if try has(key) { return false }
    let path = try path(key)
    var answer = try ask(.put, path, headers: ["If-None-Match: *"], body: bytes)
    if answer.status == 501 { answer = try ask(.put, path, body: bytes) }
    switch answer.status {
    case 200, 201, 204: return true
    case 412: return false
    default: throw failure("put a blob", answer)
    }
  }

  package func get(_ key: BlobKey) throws(StorageFailure) -> [UInt8]? {
    let answer = try ask(.get, path(key), limit: Self.longest)
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

  private func path(_ key: BlobKey) throws(StorageFailure) -> String {
    guard Self.isName(key.accountID), Self.isName(key.id) else {
      throw .broken("S3: the name of a blob cannot be part of a URL")
    }
    return "\(root)/\(key.accountID)/\(key.kind.rawValue)/\(key.id)"
  }

  private func ask(
    _ method: S3Client.Method, _ path: String, headers: [String] = [], body: [UInt8] = [],
    limit: Int = 65_536
  ) throws(StorageFailure) -> HTTPAnswer {
    let credentials = try credentials.read()
    do throws(S3ClientError) {
      return try client.request(
        method, path, headers: headers, body: body,
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

extension HTTPAnswer {
  /// The store's own code for an error: what stands in `<Code>`, if it is a plain word.
  fileprivate var code: String? {
    let text = String(decoding: body.prefix(4096), as: UTF8.self)
    guard let start = text.range(of: "<Code>"), let end = text.range(of: "</Code>"),
      start.upperBound <= end.lowerBound
    else { return nil }
    let word = text[start.upperBound..<end.lowerBound]
    let isPlain = word.utf8.allSatisfy {
      (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || (0x30...0x39).contains($0)
    }
    return isPlain && word.utf8.count <= 64 ? String(word) : nil
  }
}

extension String {
  /// The first place of a text, byte by byte.
  fileprivate func range(of needle: String) -> Range<String.Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(needle) {
        return start..<(index(start, offsetBy: needle.count, limitedBy: endIndex) ?? endIndex)
      }
      start = index(after: start)
    }
    return nil
  }
}
