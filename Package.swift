// swift-tools-version: 6.2
import PackageDescription

// Arrows point down only: C doors, pure targets, wrappers, engines, tools. `docs/architecture.md`
// names every target; `Tests/StructureTests` fails when an import breaks the order.

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// A module map and a shim header over one C library, found through pkg-config.
func door(_ name: String, pkgConfig: String? = nil, apt: String? = nil) -> Target {
  .systemLibrary(
    name: name, pkgConfig: pkgConfig, providers: apt.map { [.apt([$0])] })
}

/// `files` are kept in the code, as `PackageResources`.
func library(_ name: String, _ dependencies: String..., files: [String] = []) -> Target {
  .target(
    name: name, dependencies: dependencies.map { .init(stringLiteral: $0) },
    resources: files.map { .embedInCode("Files/\($0)") }, swiftSettings: strict)
}

/// What the pages of recorder and receiver are made of.
let pageFiles = [
  "api.js", "barogram.js", "build.js", "cards.js", "choices.js", "clock.js", "controls.js",
  "dialogs.js", "digits.js", "dom.js", "files.js", "flights.js", "format.js", "freshness.js",
  "icon.png", "icon.svg", "large.js", "page.css", "page.html", "page.js", "page.webmanifest",
  "plot.js", "problems.js", "receiver.html", "receiver.js", "settings.js", "sources.js",
  "state.js", "stream.js", "track.js", "trackdata.js",
]

func tool(_ name: String, _ dependencies: String...) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies.map { .init(stringLiteral: $0) },
    swiftSettings: strict)
}

/// A library or tool that only tests, fixtures and benchmarks use.
func support(_ name: String, executable: Bool = false, _ dependencies: String...) -> Target {
  let parts = dependencies.map { Target.Dependency(stringLiteral: $0) }
  let path = "Tests/Support/\(name)"
  return executable
    ? .executableTarget(name: name, dependencies: parts, path: path, swiftSettings: strict)
    : .target(name: name, dependencies: parts, path: path, swiftSettings: strict)
}

func tests(of name: String, _ dependencies: String...) -> Target {
  .testTarget(
    name: "\(name)Tests",
    dependencies: ([name, "SeededRandom"] + dependencies).map { .init(stringLiteral: $0) },
    swiftSettings: strict)
}

let doors: [Target] = [
  door("CMath"),
  door("CLinux"),
  door("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
  door("CGPS", pkgConfig: "libgps", apt: "libgps-dev"),
  door("CSystemd", pkgConfig: "libsystemd", apt: "libsystemd-dev"),
  door("CCrypto", pkgConfig: "libcrypto", apt: "libssl-dev"),
  door("CMicroHTTPD", pkgConfig: "libmicrohttpd", apt: "libmicrohttpd-dev"),
  door("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
  door("CJansson", pkgConfig: "jansson", apt: "libjansson-dev"),
  door("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
  door("CPostgres", pkgConfig: "libpq", apt: "libpq-dev"),
  door("CUdev", pkgConfig: "libudev", apt: "libudev-dev"),
  door("CArchive", pkgConfig: "libarchive", apt: "libarchive-dev"),
  door("CQREncode", pkgConfig: "libqrencode", apt: "libqrencode-dev"),
  door("CExpat", pkgConfig: "expat", apt: "libexpat1-dev"),
]

let pure: [Target] = [
  library("Bytes"),
  library("FlightModel", "Bytes", "CMath"),
  library("Log"),
  library("NMEA", "Bytes", "FlightModel"),
  library("FLARM", "Bytes", "FlightModel", "NMEA", "IGC"),
  library("IGC", "Bytes", "FlightModel"),
  library("Telemetry", "FlightModel", "Bytes"),
  library("RecordingModel", "FlightModel", "Telemetry"),
  library("VESC", "Bytes", "FlightModel", "Telemetry", "RecordingModel"),
  library("BLEProfiles", "Bytes", "FlightModel"),
  library("BoardRules", "FlightModel", "Telemetry", "RecordingModel"),
  library("RideLogs", "Bytes", "FlightModel", "Telemetry", "RecordingModel", "VESC"),
  library("SyncContract", "Bytes", "Telemetry"),
  library("SyncPlan", "SyncContract", "FlightModel"),
  library("ServicePlan", "SyncPlan", "SyncContract", "FlightModel"),
  library("Settings", "Configuration", "FlightModel", "IGC", "SyncContract"),
  library("Rides", "Telemetry", "FlightModel"),
  library("ConfigFile"),
  library("Configuration", "ConfigFile", "FlightModel", "Log"),
  library("CommandLineInterface", "Configuration", "FlightModel"),
  library("FlightPicture", "FlightModel", "Bytes", "CMath"),
  library("Elevation", "FlightModel", files: ["undulation.grid"]),
  library("Waypoints", "Bytes", "FlightModel", "IGC", "CMath"),
  library("FlightAnalysis", "Bytes", "FlightModel", "Waypoints", "CMath"),
  library(
    "FlightReport", "Bytes", "FlightModel", "Waypoints", "FlightAnalysis", "FlightPicture",
    "Elevation", "CMath"),
  library("TrackExport", "Bytes", "FlightModel", "Elevation"),
  library("Pages", files: pageFiles),
  library("WebAccess"),
  library("Exposition"),
  library("Diagnosis"),
]

let wrappers: [Target] = [
  library("Linux", "CLinux", "FlightModel"),
  library("SQLite", "CSQLite"),
  library("Systemd", "CSystemd", "Linux", "Log", "Configuration"),
  library("Crypto", "CCrypto", "Bytes"),
  library("JSON", "CJansson"),
  library("HTTPServer", "CMicroHTTPD", "FlightModel", "Linux", "Pages", "WebAccess"),
  library("HTTPClient", "CCurl", "Linux", "Bytes"),
  library("Compression", "CZlib", "Linux"),
  library("PostgreSQL", "CPostgres", "Linux", "FlightModel"),
  library("Udev", "CUdev", "Linux"),
  library("Archives", "CArchive", "Linux"),
  library("XML", "CExpat"),
  library("QRCode", "CQREncode"),
]

let engines: [Target] = [
  library(
    "Store", "SQLite", "Linux", "RecordingModel", "FlightModel", "Telemetry", "Log", "SyncContract",
    "SyncPlan", "ServicePlan", "Settings", "Bytes", "BoardRules", "RideLogs"),
  library(
    "Devices", "CGPS", "Linux", "Systemd", "Udev", "NMEA", "FLARM", "VESC", "BLEProfiles",
    "RecordingModel", "Telemetry", "FlightModel", "Bytes", "Log"),
  library("Recorder", "RecordingModel", "FlightModel", "Telemetry", "BoardRules"),
  library(
    "Logbook", "IGC", "RecordingModel", "FlightModel", "Telemetry", "Bytes", "Waypoints",
    "FlightAnalysis", "XML", "JSON", "RideLogs"),
  library(
    "ControlAPI", "JSON", "FlightModel", "RecordingModel", "SyncContract", "FLARM", "Bytes",
    "Exposition", "Linux"),
  library("Keyring", "Crypto", "Linux", "Bytes"),
  library(
    "Services", "ServicePlan", "SyncPlan", "HTTPClient", "JSON", "FlightModel", "Bytes",
    "Waypoints", "Crypto"),
  library(
    "Terrain", "Elevation", "Archives", "HTTPClient", "IGC", "FlightAnalysis", "FlightModel",
    "Linux",
    "Log"),
  library("SyncEngine", "SyncContract", "SyncPlan", "FlightModel", "Log", "JSON", "Bytes"),
  library(
    "Receiver", "SyncContract", "SQLite", "PostgreSQL", "HTTPClient", "Compression", "Crypto",
    "JSON",
    "Linux", "IGC", "FlightModel", "Log", "Bytes", "Exposition"),
]

let tools: [Target] = [
  tool(
    "barographd", "Store", "Devices", "Recorder", "Logbook", "ControlAPI", "HTTPServer", "Systemd",
    "Linux", "Crypto", "Keyring", "JSON", "Configuration", "ConfigFile", "IGC", "Telemetry",
    "RecordingModel", "FlightModel", "FlightPicture", "Log", "Bytes", "SyncEngine", "SyncContract",
    "SyncPlan", "HTTPClient", "Compression", "Settings", "Rides", "RideLogs", "Archives", "Udev",
    "FLARM", "NMEA", "VESC", "BLEProfiles", "BoardRules", "Waypoints", "FlightAnalysis",
    "FlightReport", "TrackExport", "XML", "Pages", "WebAccess", "Elevation", "Terrain",
    "CommandLineInterface", "Services", "ServicePlan"),
  tool(
    "barograph", "ControlAPI", "HTTPClient", "JSON", "IGC", "Crypto", "Linux", "FlightModel",
    "RecordingModel",
    "FlightPicture", "Bytes", "Configuration", "ConfigFile", "Keyring", "SyncContract", "Settings",
    "CommandLineInterface", "Devices", "FLARM", "BoardRules", "RideLogs", "Waypoints",
    "FlightAnalysis", "FlightReport", "TrackExport", "Logbook", "Archives", "QRCode", "Diagnosis",
    "Systemd", "ServicePlan", "Elevation", "Terrain"),
  tool(
    "barograph-receiver", "Receiver", "HTTPServer", "Systemd", "ConfigFile", "Linux", "Log", "JSON",
    "SyncContract", "Bytes", "FlightModel", "CommandLineInterface", "Configuration", "ControlAPI",
    "Pages", "WebAccess"),
]

let testing: [Target] = [
  .systemLibrary(
    name: "CUmockdev", path: "Tests/Support/CUmockdev", pkgConfig: "umockdev-1.0",
    providers: [.apt(["libumockdev-dev"])]),
  support("virtual-serial", executable: true, "CUmockdev", "Udev", "Linux"),
  support(
    "virtual-instruments", executable: true, "CUmockdev", "Devices", "FlightModel", "Linux",
    "Log"),
  support("SeededRandom"),
  support("FlightSimulator", "FlightModel", "Bytes", "SeededRandom"),
  support("simulate-flight", executable: true, "FlightSimulator", "FlightModel"),
  support("TestSupport", "FlightModel", "Linux"),
  support("VESCDoubles"),
  support("packet-rate", executable: true, "VESC", "Linux"),
  support("ControlDoubles", "ControlAPI", "FlightModel", "SyncContract", "RecordingModel"),
  support("ServiceDoubles", "HTTPClient", "JSON", "FlightModel", "Linux", "TestSupport"),
  support("NetworkDoubles", "CSystemd", "Linux", "TestSupport"),
  support("BluetoothDoubles", "CSystemd", "Linux"),
  support("TerrainDoubles", "HTTPServer", "Archives"),
  support(
    "soak", executable: true, "Recorder", "Store", "Logbook", "IGC", "Crypto", "Linux",
    "RecordingModel", "FlightModel", "FlightSimulator"),
  support(
    "simulate-ride", executable: true, "Store", "RecordingModel", "SyncContract", "SyncPlan",
    "Telemetry", "FlightModel", "FlightSimulator", "SeededRandom", "Linux"),
  support(
    "storage-rate", executable: true, "Receiver", "SQLite", "SyncContract", "CPostgres",
    "TestSupport"),
  support(
    "distance-rate", executable: true, "FlightAnalysis", "FlightModel", "FlightSimulator", "IGC",
    "SeededRandom", "Linux"),
  support("sentence-rate", executable: true, "Devices", "FlightModel", "Linux"),
  .target(name: "CScalarDecode", path: "Tests/Support/CScalarDecode"),
  support(
    "igc-rate", executable: true, "IGC", "FlightAnalysis", "CScalarDecode", "Crypto",
    "FlightModel", "FlightSimulator", "Linux"),
  tests(of: "Bytes"),
  tests(of: "FlightModel", "Linux", "TestSupport"),
  tests(of: "FlightSimulator", "FlightModel", "Bytes"),
  tests(of: "NMEA", "FlightModel", "TestSupport", "Linux", "Bytes", "JSON"),
  tests(of: "FLARM", "NMEA", "IGC", "FlightModel", "TestSupport", "Linux", "Bytes", "JSON"),
  tests(of: "IGC", "FlightModel", "FlightSimulator", "Crypto", "TestSupport", "Bytes"),
  tests(of: "Telemetry", "FlightModel", "TestSupport"),
  tests(of: "SyncContract", "Bytes", "Telemetry", "JSON", "Linux", "TestSupport"),
  tests(of: "SyncPlan", "SyncContract", "FlightModel"),
  tests(of: "ServicePlan", "SyncPlan", "SyncContract", "FlightModel"),
  tests(of: "Settings", "SyncContract", "FlightModel", "IGC"),
  tests(
    of: "Services", "ServicePlan", "SyncPlan", "SyncContract", "ServiceDoubles", "HTTPClient",
    "JSON", "FlightModel", "Linux", "TestSupport", "Waypoints"),
  tests(of: "Rides", "Telemetry", "FlightModel"),
  tests(of: "Exposition"),
  tests(of: "Compression", "Linux", "TestSupport"),
  tests(of: "PostgreSQL", "TestSupport", "Linux"),
  tests(of: "HTTPClient", "HTTPServer", "Linux", "TestSupport", "Compression"),
  tests(
    of: "SyncEngine", "SyncContract", "SyncPlan", "FlightModel", "Log", "JSON", "Bytes",
    "TestSupport", "Crypto", "Linux", "Receiver", "Compression"),
  tests(
    of: "Receiver", "SyncContract", "SQLite", "PostgreSQL", "HTTPClient", "Compression", "Crypto",
    "JSON",
    "Linux",
    "IGC", "FlightModel", "Log", "Bytes", "TestSupport"),
  tests(of: "ConfigFile"),
  tests(of: "Diagnosis"),
  tests(of: "Configuration", "ConfigFile", "FlightModel", "Log"),
  tests(of: "CommandLineInterface", "Configuration"),
  tests(of: "FlightPicture", "FlightModel", "FlightSimulator", "TestSupport"),
  tests(of: "Linux", "TestSupport", "FlightModel"),
  tests(of: "SQLite", "TestSupport", "Linux"),
  tests(
    of: "Systemd", "NetworkDoubles", "CSystemd", "Linux", "TestSupport", "Log", "Configuration"),
  tests(of: "Crypto", "Bytes", "CCrypto"),
  tests(of: "JSON"),
  tests(of: "WebAccess"),
  tests(of: "QRCode"),
  tests(of: "HTTPServer", "HTTPClient", "Linux", "Pages", "WebAccess", "TestSupport"),
  tests(
    of: "Store", "SQLite", "Linux", "RecordingModel", "FlightModel", "Telemetry", "TestSupport",
    "Log", "SyncContract", "SyncPlan", "ServicePlan", "Settings", "Bytes", "Crypto", "SyncEngine",
    "RideLogs"),
  tests(
    of: "VESC", "Bytes", "FlightModel", "Telemetry", "RecordingModel", "VESCDoubles",
    "TestSupport", "Linux", "JSON"),
  tests(of: "BLEProfiles", "Bytes", "FlightModel", "TestSupport", "Linux", "JSON"),
  tests(of: "BoardRules", "FlightModel", "Telemetry", "RecordingModel"),
  tests(
    of: "RideLogs", "Bytes", "FlightModel", "Telemetry", "RecordingModel", "VESC", "TestSupport",
    "Linux", "JSON"),
  tests(of: "Udev", "virtual-serial", "Linux", "TestSupport"),
  tests(of: "Archives", "Linux", "TestSupport"),
  tests(of: "XML", "Linux", "TestSupport"),
  tests(of: "Waypoints", "FlightModel", "IGC", "Bytes", "Linux", "TestSupport"),
  tests(
    of: "FlightAnalysis", "FlightModel", "Waypoints", "IGC", "FlightSimulator", "Bytes", "Linux",
    "TestSupport", "JSON"),
  tests(
    of: "FlightReport", "FlightAnalysis", "FlightModel", "Waypoints", "FlightSimulator", "Linux",
    "TestSupport", "XML", "Elevation"),
  tests(of: "Pages"),
  tests(of: "Elevation", "FlightModel"),
  tests(
    of: "Terrain", "TerrainDoubles", "Elevation", "HTTPClient", "HTTPServer", "IGC",
    "FlightAnalysis", "FlightModel", "Linux", "Log", "TestSupport"),
  tests(
    of: "TrackExport", "FlightModel", "FlightSimulator", "Linux", "TestSupport", "JSON", "XML",
    "Elevation"),
  tests(
    of: "Devices", "virtual-instruments", "FLARM", "NMEA", "VESC", "BLEProfiles", "RecordingModel",
    "Telemetry", "Systemd",
    "Udev", "FlightModel", "Linux", "TestSupport", "NetworkDoubles", "CSystemd", "FlightSimulator",
    "VESCDoubles", "BluetoothDoubles", "Log", "JSON"),
  tests(
    of: "Recorder", "RecordingModel", "FlightModel", "Telemetry", "FlightSimulator", "BoardRules",
    "Store", "SyncContract", "TestSupport"),
  tests(
    of: "Logbook", "IGC", "RecordingModel", "FlightModel", "FlightSimulator", "Telemetry", "Crypto",
    "Bytes", "Waypoints", "XML", "JSON", "Linux", "TestSupport"),
  tests(
    of: "ControlAPI", "JSON", "FlightModel", "FLARM", "Linux", "TestSupport", "ControlDoubles",
    "SyncContract", "RecordingModel"),
  tests(of: "Keyring", "Crypto", "Linux", "TestSupport"),
  tests(
    of: "barograph", "ControlAPI", "ControlDoubles", "HTTPServer", "JSON", "IGC", "Crypto",
    "Keyring", "FlightModel",
    "FlightSimulator", "Linux", "TestSupport", "SyncContract", "RecordingModel"),
  .testTarget(
    name: "SoakTests",
    dependencies: [
      "soak", "barographd", "Store", "SQLite", "RecordingModel", "FlightModel", "Linux",
      "TestSupport",
    ],
    swiftSettings: strict),
  .testTarget(
    name: "ManualTests",
    dependencies: ["barograph", "barographd", "barograph-receiver", "Linux", "TestSupport"],
    swiftSettings: strict),
  .testTarget(
    name: "StructureTests", dependencies: ["Linux", "TestSupport", "Log"], swiftSettings: strict),
  .testTarget(
    name: "EndToEndTests",
    dependencies: [
      "TestSupport", "FlightSimulator", "FlightModel", "Linux", "JSON", "IGC", "SQLite",
      "ControlAPI", "HTTPClient", "SeededRandom", "Compression", "Store", "RecordingModel",
      "Telemetry", "SyncContract", "SyncPlan", "NetworkDoubles", "BluetoothDoubles", "BLEProfiles",
      "VESC", "VESCDoubles", "TerrainDoubles", "HTTPServer", "ServiceDoubles",
    ],
    path: "Tests/EndToEnd", swiftSettings: strict),
]

let products: [Product] = [
  .executable(name: "barographd", targets: ["barographd"]),
  .executable(name: "barograph", targets: ["barograph"]),
  .executable(name: "barograph-receiver", targets: ["barograph-receiver"]),
]

let everything = doors + pure + wrappers + engines + tools + testing

/// The targets of these names and all that they need.
@MainActor func needed(by names: [String]) -> [Target] {
  var found: Set<String> = []
  var rest = names
  while let name = rest.popLast() {
    guard found.insert(name).inserted else { continue }
    for case .byNameItem(let other, _) in everything.first(where: { $0.name == name })!.dependencies
    { rest.append(other) }
  }
  return everything.filter { found.contains($0.name) }
}

/// Test targets that alone are built, for a sanitizer (`.ci/test`).
let chosen = Context.environment["BAROGRAPH_TEST_TARGETS"]?.split(separator: " ").map(String.init)

let package = Package(
  name: "barograph",
  products: chosen == nil ? products : [],
  targets: chosen.map { needed(by: $0) } ?? everything,
  swiftLanguageModes: [.v6]
)
