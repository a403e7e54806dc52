package import HTTPClient
package import ServicePlan

extension UplinkRequest {
  /// Bytes of the longest file that is fetched.
  package static let longestFile = 20_000_000

  /// Makes this the download of a file: it may be long and take 180 s.
  mutating func expectFile() {
    answerLimit = Self.longestFile
    timeoutMs = 180_000
  }
}

extension ServiceTransport {
  /// Asks for a listing or a description, which may have 4 MiB.
  func ask(_ request: UplinkRequest) async -> UplinkReply {
    var request = request
    request.answerLimit = 1 << 22
    return await send(request)
  }
}

extension UplinkReply {
  /// What is read from an answer; 404 and 410 say that there is nothing of the name.
  package func found<Value>(
    _ read: (UplinkReply) throws(ServiceFault) -> Value
  ) throws(CatalogueFault) -> Value {
    if case .answer(let response) = self, [404, 410].contains(response.status) { throw .absent }
    do throws(ServiceFault) { return try read(self) } catch { throw .service(error) }
  }

  /// The answer with a file. Who refuses a file says nothing of the account; a page in its place is a
  /// portal's or a login's.
  func file() throws(CatalogueFault) -> UplinkResponse {
    if case .answer(let response) = self, [401, 403].contains(response.status) {
      throw .service(.refused("status \(response.status) for the file"))
    }
    let response = try found { reply throws(ServiceFault) in try reply.success() }
    let first = response.body.first { !$0.isBlank }
    guard let first, first != UInt8(ascii: "<") else {
      throw .service(.tryAgain(first == nil ? "an empty file" : "a page in place of the file"))
    }
    return response
  }

  /// The flight whose file this is, under the file's name there.
  package func flight(named filename: String) throws(CatalogueFault) -> CatalogueContent {
    .flight(filename: UplinkResponse.spoken(filename), igc: try file().body)
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self <= 0x20 }
}
