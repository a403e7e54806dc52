import Compression
import SyncContract

extension ReceiverRouter {
  /// Whether the body is gzip; a server of the strict dialect alone does not know it.
  func isGzipped(_ request: ReceiverRequest) -> Bool {
    configuration.isExtended && request.headers["content-encoding"]?.lowercased() == "gzip"
  }

  /// The body with its coding, if it is one that is known; plain, it has at most so many bytes.
  func content(
    of request: ReceiverRequest, limit: Int
  ) throws(ReceiverFault) -> BlobContent {
    if isGzipped(request) { return BlobContent(gzip: request.body, limit: limit) }
    let coding = request.headers["content-encoding"]?.lowercased() ?? "identity"
    guard coding == "identity" || coding.isEmpty else {
      throw ReceiverFault(415, "unsupported-encoding")
    }
    guard request.body.count <= limit else { throw .tooLarge(maxBytes: limit) }
    return BlobContent(request.body)
  }

  /// The body without its coding, if it is at most so many bytes.
  func inflated(_ request: ReceiverRequest, limit: Int) throws -> [UInt8] {
    let content = try content(of: request, limit: limit)
    do { return try content.whole() } catch { throw ReceiverFault(error) }
  }

  /// Whether the client takes gzip (RFC 9110, 12.5.3), as far as one needs to know: named, and not
  /// with a weight of nothing.
  static func acceptsGzip(_ request: ReceiverRequest) -> Bool {
    let header = request.headers["accept-encoding"]?.lowercased() ?? ""
    return header.split(separator: ",").contains { element in
      let parts = element.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
      guard parts.first == "gzip" else { return false }
      return !parts.dropFirst().contains { part in
        part.hasPrefix("q=") && part.dropFirst(2).allSatisfy { $0 == "0" || $0 == "." }
      }
    }
  }

  /// Gzipped where the client takes it and it helps.
  func packed(_ response: ReceiverResponse, for request: ReceiverRequest) -> ReceiverResponse {
    guard configuration.isExtended else { return response }
    var response = response
    response.headers["Vary"] = "Accept-Encoding"
    guard Self.acceptsGzip(request), response.body.count >= 256,
      let packed = try? Gzip.compress(response.body), packed.count < response.body.count
    else { return response }
    response.body = packed
    response.headers["Content-Encoding"] = "gzip"
    return response
  }
}

extension ReceiverFault {
  /// A body that cannot be unpacked.
  init(_ error: GzipError) {
    switch error {
    case .tooLarge(let limit): self = .tooLarge(maxBytes: limit)
    case .outOfMemory, .file: self.init(500, "internal")
    case .notGzip, .cut, .corrupt, .trailingBytes: self.init(400, "malformed-encoding")
    }
  }
}
