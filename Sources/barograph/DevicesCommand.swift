import CommandLineInterface
import ControlAPI
import FlightModel
import Glibc
import JSON
import Linux

/// `barograph devices`.
enum DevicesCommand {
  static let spec = CommandSpec(
    path: ["devices"], summary: "list instruments, what they are, and whether they speak",
    options: [
      OptionSpec("nearby", nil, "look around over Bluetooth first, for eight seconds"), .json,
      .socket,
    ],
    details: """
      Lists every instrument that is configured or was found, what it was recognised
      as, its port and speed, how old its last data is, messages a second and broken
      ones; then ports that are left alone and why, and what is near over Bluetooth.
      Lines below a list say what is wrong and what to do.

      States: OK, LATE (a few messages are missing), LOST (silent), NONE (has said
      nothing yet), LISTENS (open, nothing recognised yet), OPENS, GONE. As root it
      also names the program that holds a port.
      """
  ) { (invocation) throws(Failure) in
    if invocation.has("nearby") {
      _ = try ask(invocation, look: true)
      sleep(8)
    }
    let document = try ask(invocation)
    try invocation.has("json")
      ? invocation.output.write(document.json)
      : invocation.output.write(DevicesText(document: document, holder: holder).text)
    return 0
  }

  private static func ask(
    _ invocation: Invocation, look: Bool = false
  ) throws(Failure) -> InstrumentsDocument {
    let daemon = DaemonConnection(invocation, timeoutSeconds: 5)
    let json = try daemon.call(.instruments, query: look ? [("look", "1")] : [])
    let document = try daemon.read(json) { (json) throws(DocumentError) in
      try InstrumentsDocument(json: json)
    }
    guard document.isCurrent(at: SystemClock.wall()) else {
      throw Failure(
        .tryLater, "devices-stale", "this list is of \(document.generatedAt.rfc3339), not of now",
        hint: "ask again; if it stays, see journalctl -u barographd")
    }
    return document
  }

  /// Who has a port that the daemon cannot open, as far as this user may see it.
  private static func holder(_ instrument: InstrumentFacts) -> String? {
    guard instrument.link == .gone, let devnode = instrument.devnode else { return nil }
    return DeviceHolders.first(of: devnode)
  }
}

/// The document as a person reads it.
struct DevicesText {
  let document: InstrumentsDocument
  /// Who has an instrument's port instead.
  let holder: (InstrumentFacts) -> String?

  var text: String {
    [instruments, remarks, ports, nearby, bluetooth].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private var instruments: String {
    if document.instruments.isEmpty { return "No instruments.\n" }
    return TextTable(
      headings: ["KIND", "PRODUCT", "PORT", "SPEED", "STATE", "LAST DATA", "RATE", "ERRORS"],
      rows: document.instruments.map { instrument in
        [
          instrument.kind ?? "-", instrument.productLine, instrument.place,
          instrument.speed.map { String($0) } ?? "-", instrument.word,
          StatusText.age(instrument.ageS),
          instrument.rateHz.map { "\(Decimal.text($0, places: 1))/s" } ?? "-",
          String(instrument.refused),
        ]
      }
    ).text
  }

  /// What is wrong with instruments, and who reads along.
  private var remarks: String {
    document.instruments.map { instrument in
      let name = "\(instrument.kind ?? "port") \(instrument.place)"
      var lines = ""
      if let problem = instrument.problem {
        lines += paragraph("\(name): \(problem)", instrument.remedy)
      }
      if let holder = holder(instrument), instrument.problem?.contains(holder) != true {
        lines += paragraph("\(name): held by \(holder)", nil)
      }
      if let port = instrument.sharedPort {
        let clients = instrument.clients == 1 ? "1 program" : "\(instrument.clients) programs"
        lines += paragraph("\(name): shared at 127.0.0.1:\(port), \(clients) connected", nil)
      }
      return lines
    }.joined()
  }

  private var ports: String {
    if document.ports.isEmpty { return "" }
    return "Left alone:\n"
      + document.ports.map { port in
        let product = port.product.map { " (\($0))" } ?? ""
        let owner = port.owner.map { ": \($0)" } ?? ""
        return paragraph("\(port.devnode)\(product): \(port.message)\(owner)", port.remedy)
      }.joined()
  }

  private var nearby: String {
    if document.nearby.isEmpty { return "" }
    let table = TextTable(
      headings: ["ADDRESS", "NAME", "KIND", "SIGNAL", "CONFIGURED"],
      rows: document.nearby.map { peer in
        [
          peer.address, peer.name.map(DevicesText.short) ?? "-", peer.kind ?? "-",
          peer.signalDBm.map { "\($0) dBm" } ?? "-",
          peer.isConfigured ? "yes" : "no",
        ]
      })
    return "Near over Bluetooth, used only if an [instrument] names the address:\n" + table.text
  }

  private var bluetooth: String {
    document.bluetooth.problem.map { paragraph("Bluetooth: \($0)", document.bluetooth.remedy) }
      ?? ""
  }

  /// What devices say of themselves may be long.
  static func short(_ text: String) -> String {
    text.count > 32 ? "\(text.prefix(29))..." : text
  }

  /// A sentence and, indented, what to do.
  private func paragraph(_ sentence: String, _ remedy: String?) -> String {
    let lines =
      HelpText.wrap(sentence, width: 78).enumerated().map { $0 == 0 ? $1 : "    \($1)" }
      + (remedy.map { HelpText.wrap($0, width: 74) } ?? []).map { "    \($0)" }
    return lines.map { "\($0)\n" }.joined()
  }
}

extension InstrumentFacts {
  fileprivate var productLine: String {
    let parts = [product, firmware].compactMap(\.self)
    return parts.isEmpty ? "-" : DevicesText.short(parts.joined(separator: " "))
  }

  /// The port's name without the folder, or the address.
  fileprivate var place: String {
    let name = devnode ?? address
    return transport == "serial" ? String(name.split(separator: "/").last ?? "-") : name
  }

  fileprivate var word: String {
    switch (link, state) {
    case (.gone, _): "GONE"
    case (.connecting, _): "OPENS"
    case (.connected, .absent): kind == nil ? "LISTENS" : "NONE"
    case (.connected, let state): state.rawValue.uppercased()
    }
  }
}
