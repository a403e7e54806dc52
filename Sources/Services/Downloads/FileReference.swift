package import FlightModel
package import HTTPClient

extension ServiceAddress {
  /// Bytes of the longest file that is taken.
  static let fileLimit = 20 << 20

  /// A request for a file that this service tells of, by a whole URL or by a path below this address;
  /// one that begins with a slash is below its host. Nil for what cannot be asked for.
  ///
  /// The file may lie anywhere: nothing of the caller's goes with the request, plain http is asked for
  /// as https, and only a service of this machine sends to this machine.
  package func file(_ reference: String) -> UplinkRequest? {
    guard reference.utf8.count <= 2048, let url = resolved(Self.escaped(reference)) else {
      return nil
    }
    let isHere = UplinkRequest.isLoopback(url)
    if isHere && !isLoopback { return nil }
    var request = UplinkRequest(.get, url)
    request.isLoopback = isHere
    request.headers = [ServiceAgent.header]
    request.timeoutMs = 180_000
    request.answerLimit = Self.fileLimit
    request.redirects = 3
    return request
  }

  private func resolved(_ text: String) -> String? {
    guard !text.isEmpty else { return nil }
    let head = text.prefix(8).lowercased()
    if head == "https://" { return "https://\(text.dropFirst(8))" }
    if head.hasPrefix("http://") { return secured(text.dropFirst(7)) }
    if text.prefix(while: { $0 != "/" && $0 != "?" }).contains(":") { return nil }
    let scheme = description.prefix { $0 != ":" }
    if text.hasPrefix("//") { return "\(scheme):\(text)" }
    guard text.hasPrefix("/") else { return url(text) }
    let host = description.dropFirst(scheme.count + 3).prefix { $0 != "/" }
    return "\(scheme)://\(host)\(text)"
  }

  /// A plain URL, without its scheme, over TLS, but for this machine to itself.
  private func secured(_ rest: Substring) -> String {
    if isLoopback && UplinkRequest.isLoopback("http://\(rest)") { return "http://\(rest)" }
    let host = rest.prefix { $0 != "/" && $0 != "?" }
    let name = host.hasSuffix(":80") ? host.dropLast(3) : host
    return "https://\(name)\(rest.dropFirst(host.count))"
  }

  /// A URL as it may be sent: without a fragment, and what people leave in it escaped.
  private static func escaped(_ text: String) -> String {
    let allowed = Set("-._~:/?[]@!$&'()*+,;=%".unicodeScalars)
    var escaped = ""
    for scalar in text.unicodeScalars {
      if scalar == "#" { break }
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9") ~= scalar)
      let word = String(scalar)
      escaped += isPlain || allowed.contains(scalar) ? word : FormText.escaped(word)
    }
    return escaped
  }
}
