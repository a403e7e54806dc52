// swift-tools-version: 6.2
import PackageDescription

// The fuzzers, one executable each, apart from the main package: everything here is built with
// libFuzzer's and AddressSanitizer's instruments. `Barograph` is a link to the main package's
// `Sources`, so that the code under test is part of this package: its `package` names are visible,
// and it is instrumented too. `make fuzz` builds and runs them.

let instruments = ["-sanitize=fuzzer,address"]

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .unsafeFlags(instruments),
]

func door(_ name: String, pkgConfig: String? = nil) -> Target {
  .systemLibrary(name: name, path: "Barograph/\(name)", pkgConfig: pkgConfig)
}

func library(
  _ name: String, _ dependencies: String..., path: String? = nil, files: [String] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies.map { .init(stringLiteral: $0) },
    path: path ?? "Barograph/\(name)", resources: files.map { .embedInCode("Files/\($0)") },
    swiftSettings: strict)
}

func fuzzer(_ name: String, _ dependencies: String...) -> Target {
  .executableTarget(
    name: "Fuzz\(name)",
    dependencies: (["FuzzDriver"] + dependencies).map { .init(stringLiteral: $0) },
    path: "Targets/\(name)", swiftSettings: strict,
    linkerSettings: [.unsafeFlags(instruments + ["-use-ld=lld"])])
}

let package = Package(
  name: "barograph-fuzzing",
  targets: [
    .systemLibrary(name: "CLibFuzzer", path: "Support/CLibFuzzer"),
    library("FuzzDriver", "CLibFuzzer", path: "Support/FuzzDriver"),

    door("CMath"),
    door("CLinux"),
    door("CGPS", pkgConfig: "libgps"),
    door("CSystemd", pkgConfig: "libsystemd"),
    door("CUdev", pkgConfig: "libudev"),
    door("CCrypto", pkgConfig: "libcrypto"),
    door("CJansson", pkgConfig: "jansson"),
    door("CZlib", pkgConfig: "zlib"),
    door("CSQLite", pkgConfig: "sqlite3"),
    door("CCurl", pkgConfig: "libcurl"),
    door("CPostgres", pkgConfig: "libpq"),
    door("CArchive", pkgConfig: "libarchive"),
    door("CExpat", pkgConfig: "expat"),
    library("Bytes"),
    library("FlightModel", "Bytes", "CMath"),
    library("Log"),
    library("WebAccess"),
    library("Exposition"),
    library("Diagnosis"),
    library("NMEA", "Bytes", "FlightModel"),
    library("FLARM", "Bytes", "FlightModel", "NMEA", "IGC"),
    library("IGC", "Bytes", "FlightModel"),
    library("Waypoints", "Bytes", "FlightModel", "IGC", "CMath"),
    library("FlightAnalysis", "Bytes", "FlightModel", "Waypoints", "CMath"),
    library("Telemetry", "FlightModel", "Bytes"),
    library("RecordingModel", "FlightModel", "Telemetry"),
    library("BLEProfiles", "Bytes", "FlightModel"),
    library("VESC", "Bytes", "FlightModel", "Telemetry", "RecordingModel"),
    library("RideLogs", "Bytes", "FlightModel", "Telemetry", "RecordingModel", "VESC"),
    library("BoardRules", "FlightModel", "Telemetry", "RecordingModel"),
    library("Recorder", "RecordingModel", "FlightModel", "Telemetry", "BoardRules"),
    library("SyncContract", "Bytes", "Telemetry"),
    library("SyncPlan", "SyncContract", "FlightModel"),
    library("ServicePlan", "SyncPlan", "SyncContract", "FlightModel"),
    library("ConfigFile"),
    library("Configuration", "ConfigFile", "FlightModel", "Log"),
    library("Linux", "CLinux", "FlightModel"),
    library("Compression", "CZlib", "Linux"),
    library("Crypto", "CCrypto", "Bytes"),
    library("JSON", "CJansson"),
    library("Systemd", "CSystemd", "Linux", "Log", "Configuration"),
    library("Udev", "CUdev", "Linux"),
    library(
      "Devices", "CGPS", "Linux", "Systemd", "Udev", "NMEA", "FLARM", "VESC", "BLEProfiles",
      "RecordingModel", "Telemetry", "FlightModel", "Bytes", "Log"),
    library(
      "ControlAPI", "JSON", "FlightModel", "RecordingModel", "SyncContract", "FLARM", "Bytes",
      "Exposition", "Linux"),
    library("Keyring", "Crypto", "Linux", "Bytes"),
    library("SyncEngine", "SyncContract", "SyncPlan", "FlightModel", "Log", "JSON", "Bytes"),
    library("SQLite", "CSQLite"),
    library("Archives", "CArchive", "Linux"),
    library("XML", "CExpat"),
    library("Elevation", "FlightModel", files: ["undulation.grid"]),
    library(
      "Terrain", "Elevation", "Archives", "HTTPClient", "IGC", "FlightAnalysis", "FlightModel",
      "Linux", "Log"),
    library(
      "Logbook", "IGC", "RecordingModel", "FlightModel", "Telemetry", "Bytes", "Waypoints",
      "FlightAnalysis", "XML", "JSON", "RideLogs"),
    library("Settings", "Configuration", "FlightModel", "IGC", "SyncContract"),
    library(
      "Store", "SQLite", "Linux", "RecordingModel", "FlightModel", "Telemetry", "Log",
      "SyncContract", "SyncPlan", "ServicePlan", "Settings", "Bytes", "BoardRules", "RideLogs"),
    library("PostgreSQL", "CPostgres", "Linux", "FlightModel"),
    library("HTTPClient", "CCurl", "Linux"),
    library(
      "Services", "ServicePlan", "SyncPlan", "HTTPClient", "JSON", "FlightModel", "Bytes",
      "Waypoints", "Crypto"),
    library(
      "Receiver", "SyncContract", "SQLite", "PostgreSQL", "HTTPClient", "Compression", "Crypto",
      "JSON", "Linux", "IGC", "FlightModel", "Log", "Bytes", "Exposition"),

    fuzzer("SentenceScanner", "NMEA", "FLARM", "FlightModel", "Bytes"),
    fuzzer("BinaryScanner", "FLARM"),
    fuzzer("ConfigurationAnswer", "FLARM", "NMEA"),
    fuzzer("LXNAVAnswer", "FLARM", "NMEA"),
    fuzzer("ConfigurationFile", "FLARM"),
    fuzzer("FLARMSentences", "Devices", "FLARM", "FlightModel"),
    fuzzer("NMEADriver", "Devices", "FlightModel"),
    fuzzer("SharedStream", "FLARM", "NMEA", "Bytes"),
    fuzzer("ReportReader", "Devices", "FlightModel", "Recorder", "RecordingModel"),
    fuzzer("VESCPackets", "VESC"),
    fuzzer("VESCConversation", "VESC", "FlightModel", "RecordingModel"),
    fuzzer("IGCReader", "IGC", "FlightModel", "Bytes"),
    fuzzer("AnalysedFlight", "FlightAnalysis", "IGC", "FlightModel"),
    fuzzer("IGCVerifier", "IGC", "Crypto", "Bytes"),
    fuzzer("NormalisedIGC", "IGC", "Crypto", "Bytes"),
    fuzzer("ConfigurationReading", "Configuration", "ConfigFile"),
    fuzzer("FrameDecoder", "Telemetry", "FlightModel"),
    fuzzer("JSONValue", "JSON"),
    fuzzer("ContractDecoder", "SyncContract", "JSON"),
    fuzzer("StatusDocument", "ControlAPI", "JSON", "FlightModel"),
    fuzzer("StatusEvents", "ControlAPI"),
    fuzzer("ControlRouter", "ControlAPI", "JSON", "FlightModel", "SyncContract", "RecordingModel"),
    fuzzer("NamedPublicKey", "Keyring", "Bytes"),
    fuzzer("GzipUnpacker", "Compression"),
    fuzzer("RouteDatagram", "Linux"),
    fuzzer("ServerAnswers", "SyncEngine", "SyncPlan", "SyncContract"),
    fuzzer(
      "ServiceReplies", "Services", "ServicePlan", "HTTPClient", "FlightModel", "Waypoints", "JSON"),
    fuzzer("ReceiverRouter", "Receiver", "SyncContract", "JSON", "Log"),
    fuzzer("PageCursor", "Receiver", "SyncContract", "Bytes"),
    fuzzer("OneTimeCode", "Receiver"),
    fuzzer("WebAccess", "WebAccess"),
    fuzzer("BLEValues", "BLEProfiles"),
    fuzzer("BusMessages", "Devices", "Systemd", "CSystemd"),
    fuzzer("RideLogReader", "RideLogs", "RecordingModel", "Telemetry", "FlightModel"),
    fuzzer("ArchiveFile", "Archives", "Linux"),
    fuzzer("AppBackup", "Store", "Linux", "RecordingModel", "Telemetry", "FlightModel"),
    fuzzer("InstrumentNames", "FlightModel", "Udev"),
    fuzzer("CUPFile", "Waypoints", "FlightModel"),
    fuzzer("GroundTile", "Terrain", "Elevation", "FlightModel", "Linux"),
    fuzzer("OpenAirFile", "Waypoints"),
    fuzzer("OurAirportsFile", "Waypoints", "FlightModel"),
    fuzzer("XMLReader", "XML"),
    fuzzer("OfferedFile", "Logbook", "Crypto", "Bytes", "FlightModel"),
    fuzzer("LogbookNotes", "ControlAPI"),
    fuzzer("Redaction", "Diagnosis"),
    fuzzer("MachineTexts", "Diagnosis"),
    fuzzer("GPSDProbe", "Devices"),
    fuzzer("StoredSettings", "Settings", "SyncContract", "FlightModel"),
    fuzzer("XCSoarTaskFile", "Logbook", "FlightAnalysis", "Waypoints", "FlightModel"),
  ],
  swiftLanguageModes: [.v6]
)
