package import HTTPClient
package import JSON
package import ServicePlan
import SyncPlan

extension UplinkReply {
  /// The answer where its status says something of its own; else what it means at every service: 401,
  /// 429 and 5xx, a redirect that nobody expects (of a hotel's network, say), and no answer at all.
  package func answer() throws(ServiceFault) -> UplinkResponse {
    switch self {
    case .answer(let response): try response.judgeStatus()
    case .timedOut: throw .tryAgain("no answer in time")
    case .cancelled: throw .tryAgain("given up")
    case .tooLong(let status, let limit):
      throw .tryAgain("status \(status) with more than \(limit) bytes")
    case .unreachable(let cause), .unsent(let cause): throw .tryAgain(cause)
    }
  }

  /// The answer of a status from 200 to 299; any other that says nothing of its own is a refusal.
  package func success() throws(ServiceFault) -> UplinkResponse {
    let response = try answer()
    if (200...299).contains(response.status) { return response }
    throw .refused(response.words)
  }
}

extension UplinkResponse {
  fileprivate func judgeStatus() throws(ServiceFault) -> UplinkResponse {
    switch status {
    case 401: throw .unauthorised
    case 429: throw .retryLater(waitMs: RetryAfter.waitMs(retryAfter, date: date))
    case 500...599 where retryAfter != nil:
      throw .retryLater(waitMs: RetryAfter.waitMs(retryAfter, date: date))
    case 300...399, 408, 500...: throw .tryAgain("status \(status)")
    case ..<200: throw .tryAgain("status \(status)")
    default: return self
    }
  }

  /// The body as JSON; a service that answers anything else is out of order, or is not the service.
  package func json() throws(ServiceFault) -> JSONValue {
    do throws(JSONError) {
      return try JSONValue.parse(body, limits: .init(bytes: 1 << 22))
    } catch {
      throw .tryAgain("\(error)")
    }
  }

  /// What the service says of a refusal, else its status.
  package var words: String {
    let said = (try? json()).flatMap(Self.message) ?? ""
    return said.isEmpty ? "status \(status)" : said
  }

  /// `detail[0].msg`, else the first of the other places where services put it.
  private static func message(of json: JSONValue) -> String? {
    let places = [
      json["detail"]?.array?.first?["msg"], json["detail"], json["error_description"],
      json["message"], json["error"],
    ]
    return places.lazy.compactMap { $0?.string }.first.map(spoken)
  }

  /// A foreign text as it may stand in a line: printable and at most 200 characters.
  package static func spoken(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.prefix(200).map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
  }
}

extension JSONValue {
  /// An id as services write them: a whole number or a short word.
  package var id: String? {
    if let integer { return String(integer) }
    guard let string, (1...64).contains(string.utf8.count),
      string.utf8.allSatisfy(Self.isIDByte)
    else { return nil }
    return string
  }

  private static func isIDByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
    default: false
    }
  }
}
