import Linux
import TestSupport
import Testing

/// The layers of `docs/architecture.md`, from the bottom up.
private enum Layer: Int, Comparable, CaseIterable {
  case doors, pure, wrappers, engines, tools

  static func < (left: Layer, right: Layer) -> Bool { left.rawValue < right.rawValue }

  var targets: Set<String> {
    switch self {
    case .doors:
      [
        "CLinux", "CSQLite", "CGPS", "CSystemd", "CCrypto", "CMicroHTTPD", "CCurl", "CJansson",
        "CMath", "CZlib", "CPostgres", "CUdev", "CArchive", "CExpat", "CQREncode",
      ]
    case .pure:
      [
        "Bytes", "FlightModel", "Log", "NMEA", "FLARM", "IGC", "Telemetry", "RecordingModel",
        "SyncContract", "SyncPlan", "ConfigFile", "Configuration", "CommandLineInterface",
        "FlightPicture", "Settings", "Rides", "VESC", "BLEProfiles", "BoardRules", "RideLogs",
        "Waypoints", "FlightAnalysis", "FlightReport", "TrackExport", "Pages", "WebAccess",
        "Exposition", "Diagnosis", "Elevation", "ServicePlan",
      ]
    case .wrappers:
      [
        "Linux", "SQLite", "Systemd", "Crypto", "JSON", "HTTPServer", "HTTPClient", "Compression",
        "PostgreSQL", "Udev", "Archives", "XML", "QRCode",
      ]
    case .engines:
      [
        "Store", "Devices", "Recorder", "Logbook", "ControlAPI", "Keyring", "SyncEngine",
        "Receiver", "Services", "Terrain",
      ]
    case .tools: ["barographd", "barograph", "barograph-receiver"]
    }
  }

  static func of(_ target: String) -> Layer? { allCases.first { $0.targets.contains(target) } }
}

/// One import of one file.
private struct Import: CustomStringConvertible {
  let file: String
  let target: String
  let module: String

  var description: String { "\(file) imports \(module)" }

  /// Why this import is not allowed, or nil.
  var objection: String? {
    guard let layer = Layer.of(target) else { return "\(target) stands in no layer" }
    if module.hasPrefix("Foundation") { return "Foundation stays out of shipped targets" }
    guard let other = Layer.of(module) else { return libraryObjection(layer) }
    if layer == .pure { return pureObjection(other) }
    // `Linux` is what the other wrappers stand on; no engine knows another.
    if layer == other && !(layer == .wrappers && module == "Linux") {
      return "\(module) stands in the same layer"
    }
    return layer < other ? "\(module) stands above" : nil
  }

  private func libraryObjection(_ layer: Layer) -> String? {
    switch module {
    case "Glibc", "Synchronization", "Dispatch":
      layer == .pure ? "a pure target imports pure targets only" : nil
    default: "\(module) is not a part of Barograph"
    }
  }

  private func pureObjection(_ other: Layer) -> String? {
    other == .pure || module == "CMath" ? nil : "a pure target imports pure targets only"
  }
}

@Suite struct ImportArrowTests {
  private static let sources = PackageFolder.root + "/Sources"

  private func imports() throws -> [Import] {
    try Files.names(in: Self.sources).flatMap { target in
      try swiftFiles(in: "\(Self.sources)/\(target)").flatMap { file in
        modules(importedBy: try Files.read(file, limit: 1 << 20)).map {
          Import(file: String(file.dropFirst(Self.sources.count + 1)), target: target, module: $0)
        }
      }
    }
  }

  private func swiftFiles(in folder: String) throws -> [String] {
    try Files.names(in: folder).flatMap { name in
      let path = "\(folder)/\(name)"
      if name.hasSuffix(".swift") { return [path] }
      return name.contains(".") ? [] : try swiftFiles(in: path)
    }
  }

  private func modules(importedBy source: [UInt8]) -> [String] {
    String(decoding: source, as: UTF8.self).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard let at = words.firstIndex(of: "import"), at + 1 < words.count,
        words[..<at].allSatisfy({ $0.hasPrefix("@") || ["package", "public"].contains($0) })
      else { return nil }
      return String(words[at + 1].split(separator: ".")[0])
    }
  }

  @Test func arrowsPointDown() throws {
    let imports = try imports()
    #expect(imports.count > 20, "the reader of imports has found too few")
    let objections = imports.compactMap { found in
      found.objection.map { "\(found): \($0)" }
    }
    #expect(objections == [])
  }

  @Test(arguments: [
    ("IGC", "Linux"), ("IGC", "Glibc"), ("Store", "Devices"), ("SQLite", "Store"),
    ("Bytes", "CSQLite"), ("Recorder", "Foundation"), ("SQLite", "JSON"), ("Nowhere", "Bytes"),
    ("Log", "NIO"),
  ])
  func wrongArrowsAreFound(target: String, module: String) {
    #expect(Import(file: "x", target: target, module: module).objection != nil)
  }

  @Test func everyTargetStandsInALayerAndInTheDocumentation() throws {
    let page = try Files.read(PackageFolder.root + "/docs/architecture.md", limit: 1 << 20)
    let text = String(decoding: page, as: UTF8.self)
    for target in try Files.names(in: Self.sources) {
      #expect(Layer.of(target) != nil, "\(target) stands in no layer")
      #expect(text.contains("`\(target)`"), "docs/architecture.md does not name \(target)")
    }
  }
}
