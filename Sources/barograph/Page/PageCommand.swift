import CommandLineInterface
import ControlAPI
import Glibc
import JSON
import Linux
import QRCode

/// `barograph page`: where the page is, and how a phone gets there.
enum PageCommand {
  static let spec = CommandSpec(
    path: ["page"], summary: "show where the page is, its token, and a QR code",
    options: [
      OptionSpec("new-token", nil, "make another token; the present one opens nothing any more"),
      OptionSpec("address", "N", "put the Nth address of the list into the code (1)"),
      OptionSpec("svg", "FILE", "write the code to FILE as a picture to print, or - for output"),
      OptionSpec("no-code", nil, "show no code"), .json, .socket,
    ],
    details: """
      The page shows what the recorder does, and starts, stops and marks recordings.
      There is none until the configuration has a [page]: without one this says which
      lines to write where. Whoever has the token, or sees the code, may do all of
      that from the network that the page is opened to.

      Exit codes: 0 there is a page, 1 there is none, 69 the recorder is not running,
      77 this user may not see the token.
      """
  ) { (invocation) throws(Failure) in
    let facts = try facts(invocation)
    let places = PagePlaces(facts)
    if let path = invocation["svg"] {
      try write(try code(facts, places, invocation).svg, to: path, invocation.output)
    } else if invocation.has("json") {
      try invocation.output.write(json(facts, places))
    } else {
      try invocation.output.write(PageText.text(facts, places))
      if !places.urls.isEmpty, facts.isField, !invocation.has("no-code") {
        let style = TerminalCode.style(invocation.output)
        try invocation.output.write(
          painted: "\n" + code(facts, places, invocation).text(style))
      }
    }
    return facts.address == nil ? 1 : 0
  }

  private static func facts(_ invocation: Invocation) throws(Failure) -> PageFacts {
    let daemon = DaemonConnection(invocation)
    let json = try daemon.call(invocation.has("new-token") ? .newPageToken : .page)
    let facts = try daemon.read(json) { (json) throws(DocumentError) in try PageFacts(json: json) }
    guard facts.address == nil || facts.token != nil else {
      throw Failure(
        .noPermission, "forbidden", "this user may not see the page's token",
        hint: "become a member of the socket's group, or use sudo")
    }
    return facts
  }

  private static func json(_ facts: PageFacts, _ places: PagePlaces) -> JSONValue {
    guard case .object(var object) = facts.json else { return .null }
    object["urls"] = .array(places.urls.map { .string($0) })
    return .object(object)
  }

  /// The code of the address that was chosen, with the token.
  private static func code(
    _ facts: PageFacts, _ places: PagePlaces, _ invocation: Invocation
  ) throws(Failure) -> QRCode {
    guard let token = facts.token, !places.urls.isEmpty else {
      throw Failure(
        .refused, "no-page", "there is no page", hint: "barograph page says how to open it")
    }
    let count = places.urls.count
    guard let number = Int(invocation["address"] ?? "1"), (1...count).contains(number) else {
      throw .usage(
        "--address takes 1\(count > 1 ? " to \(count)" : "")", hint: "barograph page lists them")
    }
    do throws(QRCodeError) {
      return try QRCode(PageText.link(places.urls[number - 1], token))
    } catch {
      throw Failure(.internalError, "no-code", error.cause, hint: error.hint)
    }
  }

  private static func write(_ svg: String, to path: String, _ output: Output) throws(Failure) {
    if path == "-" { return try output.write(bytes: Array(svg.utf8)) }
    do throws(SystemError) {
      try Files.replace(path, with: Array(svg.utf8), mode: 0o600)
    } catch {
      throw Failure(
        .cannotCreate, "cannot-write", "cannot write \(path): \(error)",
        hint: "choose another place")
    }
    try output.write(path + "\n")
  }
}

/// How this terminal shows a code.
private enum TerminalCode {
  static func style(_ output: Output) -> QRCode.TerminalStyle {
    guard isUTF8 else { return .ascii }
    return output.hasColour ? .colours : .blocks
  }

  /// Whether letters beyond ASCII can be shown (locale(7): the first that is set counts).
  private static var isUTF8: Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    let set = names.lazy.compactMap { getenv($0).map { String(cString: $0) } }
    let locale = set.first { !$0.isEmpty }?.lowercased() ?? ""
    return locale.contains("utf-8") || locale.contains("utf8")
  }
}
