package import HTTPClient
package import ServicePlan

extension UplinkRequest {
  /// Bytes of the longest flight that is fetched.
  package static let longestFlight = 20_000_000

  /// Makes this the download of a flight: it may be long and take 180 s.
  mutating func expectFlight() {
    answerLimit = Self.longestFlight
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

  /// The flight whose file this is, under the file's name there. Who refuses a file says nothing of the
  /// account; a page in its place is a portal's or a login's.
  package func flight(named filename: String) throws(CatalogueFault) -> CatalogueContent {
    if case .answer(let response) = self, [401, 403].contains(response.status) {
      throw .service(.refused("status \(response.status) for the file"))
    }
    let igc = try found { reply throws(ServiceFault) in try reply.success().body }
    let first = igc.first { !$0.isBlank }
    guard let first, first != UInt8(ascii: "<") else {
      throw .service(.tryAgain(first == nil ? "an empty file" : "a page in place of the file"))
    }
    return .flight(filename: UplinkResponse.spoken(filename), igc: igc)
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self <= 0x20 }
}
