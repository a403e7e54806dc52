package import SyncContract

/// Everything that the daemon's socket offers.
package enum Endpoint: Equatable, Sendable {
  case status
  case instruments
  case startRecording
  case stopRecording
  case mark
  case flights
  /// The logbook's totals by year.
  case flightTotals
  case flight(id: String)
  case flightIGC(id: String)
  case flightPicture(id: String)
  case telemetry
  /// The bytes of a map file.
  case fileContent(id: String)
  /// The task that is declared on the recorder.
  case declaredTask
  case declareTask
  /// Who flies what, as the next flight will have it.
  case declaration
  /// The rows of a table; `POST` makes or changes one.
  case rows(ContractTable)
  case changeRow(ContractTable)
  /// A person looks at a flight or a competition: it is the newest of those opened.
  case openRow(ContractTable)
  /// Deletes a row with its Sync Action.
  case deleteRow(DeleteTarget)
  case rides
  case ride(id: String)
  /// Begins to take in a ride log; then its bytes, and what is to become of it.
  case beginImport
  case importBytes
  case finishImport
  /// Files that could not be used; try one again, or throw it away.
  case quarantine
  case retryQuarantined
  case discardQuarantined
  /// A stick that the system cannot or will not read.
  case stickRefused
  case sync
  case syncNow
  case syncResume
  case syncSwitch
  case syncVerify
  /// A job at an instrument on the ground: what it has told so far.
  case ground
  case startGround
  case stopGround
  case account
  case signIn
  case signOut
  case resetAccount
  /// The status as it changes: server-sent events.
  case events
  /// The track of the recording, else of the last flight.
  case track
  case flightReport(id: String)
  /// Where the page is, and its token.
  case page
  case newPageToken
  /// Services that flights go to or come from.
  case services
  case connectService
  case disconnectService
  case uploadFlight
  /// How far a flight is on its way to each.
  case flightUploads(id: String)
  /// What services give: a page of it, a content's bytes, a content taken in.
  case catalogue
  case catalogueContent
  case fetch
  /// Map files that have a newer edition at their services.
  case outdatedFiles

  /// `GET` reads, `POST` changes.
  package var method: String {
    switch self {
    case .startRecording, .stopRecording, .mark, .changeRow, .deleteRow, .syncNow, .syncResume,
      .syncSwitch, .syncVerify, .startGround, .stopGround, .signIn, .signOut, .resetAccount,
      .beginImport, .importBytes, .finishImport, .retryQuarantined, .discardQuarantined,
      .stickRefused, .declareTask, .newPageToken, .openRow, .connectService, .disconnectService,
      .uploadFlight, .fetch:
      "POST"
    default: "GET"
    }
  }

  /// Whether a caller needs the right to change things.
  package var isChange: Bool { method == "POST" }

  /// The path; an id must be safe in a path, which hexadecimal is.
  package var path: String {
    switch self {
    case .status: "/v1/status"
    case .instruments: "/v1/instruments"
    case .startRecording: "/v1/record/start"
    case .stopRecording: "/v1/record/stop"
    case .mark: "/v1/record/mark"
    case .flights: "/v1/flights"
    case .flightTotals: "/v1/flights/totals"
    case .flight(let id): "/v1/flights/\(id)"
    case .flightIGC(let id): "/v1/flights/\(id)/igc"
    case .flightPicture(let id): "/v1/flights/\(id)/picture.svg"
    case .telemetry: "/v1/telemetry"
    case .fileContent(let id): "/v1/files/\(id)/content"
    case .declaredTask: "/v1/task"
    case .declareTask: "/v1/task/declare"
    case .declaration: "/v1/declaration"
    case .rows(let table): "/v1/rows/\(table.rawValue)"
    case .changeRow(let table): "/v1/rows/\(table.rawValue)/change"
    case .openRow(let table): "/v1/rows/\(table.rawValue)/open"
    case .deleteRow(let target): "/v1/rows/\(target.table.rawValue)/delete"
    case .rides: "/v1/rides"
    case .ride(let id): "/v1/rides/\(id)"
    case .beginImport: "/v1/imports/begin"
    case .importBytes: "/v1/imports/bytes"
    case .finishImport: "/v1/imports/finish"
    case .quarantine: "/v1/imports/quarantine"
    case .retryQuarantined: "/v1/imports/retry"
    case .discardQuarantined: "/v1/imports/discard"
    case .stickRefused: "/v1/imports/stick"
    case .sync: "/v1/sync"
    case .syncNow: "/v1/sync/now"
    case .syncResume: "/v1/sync/resume"
    case .syncSwitch: "/v1/sync/switch"
    case .syncVerify: "/v1/sync/verify"
    case .ground: "/v1/ground"
    case .startGround: "/v1/ground/start"
    case .stopGround: "/v1/ground/stop"
    case .account: "/v1/account"
    case .signIn: "/v1/account/sign-in"
    case .signOut: "/v1/account/sign-out"
    case .resetAccount: "/v1/account/reset"
    case .events: "/v1/events"
    case .track: "/v1/track"
    case .flightReport(let id): "/v1/flights/\(id)/report"
    case .page: "/v1/page"
    case .newPageToken: "/v1/page/token"
    case .services: "/v1/services"
    case .connectService: "/v1/services/connect"
    case .disconnectService: "/v1/services/disconnect"
    case .uploadFlight: "/v1/services/upload"
    case .flightUploads(let id): "/v1/flights/\(id)/uploads"
    case .catalogue: "/v1/catalogue"
    case .catalogueContent: "/v1/catalogue/content"
    case .fetch: "/v1/catalogue/fetch"
    case .outdatedFiles: "/v1/catalogue/outdated"
    }
  }

  /// The endpoint of a decoded path, or nil. An id is a flight's id or its first digits, 4 to 64
  /// of them in lower-case hexadecimal.
  package init?(path: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 3, parts[0].isEmpty, parts[1] == "v1" else { return nil }
    switch (parts[2], parts.count) {
    case ("status", 3): self = .status
    case ("instruments", 3): self = .instruments
    case ("telemetry", 3): self = .telemetry
    case ("events", 3): self = .events
    case ("track", 3): self = .track
    case ("page", 3): self = .page
    case ("page", 4) where parts[3] == "token": self = .newPageToken
    case ("flights", 3): self = .flights
    case ("flights", 4) where parts[3] == "totals": self = .flightTotals
    case ("files", 5) where Self.isID(parts[3]) && parts[4] == "content":
      self = .fileContent(id: parts[3])
    case ("task", 3): self = .declaredTask
    case ("declaration", 3): self = .declaration
    case ("task", 4) where parts[3] == "declare": self = .declareTask
    case ("rides", 3): self = .rides
    case ("rides", 4) where Self.isRideID(parts[3]): self = .ride(id: parts[3])
    case ("imports", 4): self.init(import: parts[3])
    case ("record", 4): self.init(record: parts[3])
    case ("flights", 4...5) where Self.isID(parts[3]):
      self.init(flight: parts[3], part: parts.dropFirst(4).first)
    case ("rows", 4...5): self.init(table: parts[3], verb: parts.dropFirst(4).first)
    case ("sync", 3...4): self.init(sync: parts.dropFirst(3).first)
    case ("ground", 3...4): self.init(ground: parts.dropFirst(3).first)
    case ("account", 3...4): self.init(account: parts.dropFirst(3).first)
    case ("services", 3...4): self.init(services: parts.dropFirst(3).first)
    case ("catalogue", 3...4): self.init(catalogue: parts.dropFirst(3).first)
    default: return nil
    }
  }

  private init?(record verb: String) {
    switch verb {
    case "start": self = .startRecording
    case "stop": self = .stopRecording
    case "mark": self = .mark
    default: return nil
    }
  }

  private init?(import verb: String) {
    switch verb {
    case "begin": self = .beginImport
    case "bytes": self = .importBytes
    case "finish": self = .finishImport
    case "quarantine": self = .quarantine
    case "retry": self = .retryQuarantined
    case "discard": self = .discardQuarantined
    case "stick": self = .stickRefused
    default: return nil
    }
  }

  private init?(flight id: String, part: String?) {
    switch part {
    case nil: self = .flight(id: id)
    case "igc": self = .flightIGC(id: id)
    case "picture.svg": self = .flightPicture(id: id)
    case "report": self = .flightReport(id: id)
    case "uploads": self = .flightUploads(id: id)
    default: return nil
    }
  }

  private init?(table name: String, verb: String?) {
    guard let table = ContractTable(rawValue: name), table != .deleteActions else { return nil }
    switch verb {
    case nil: self = .rows(table)
    case "change": self = .changeRow(table)
    case "open" where [.flights, .recentCompetitions].contains(table): self = .openRow(table)
    case "delete":
      guard let target = DeleteTarget.allCases.first(where: { $0.table == table }) else {
        return nil
      }
      self = .deleteRow(target)
    default: return nil
    }
  }

  private init?(sync verb: String?) {
    switch verb {
    case nil: self = .sync
    case "now": self = .syncNow
    case "resume": self = .syncResume
    case "switch": self = .syncSwitch
    case "verify": self = .syncVerify
    default: return nil
    }
  }

  private init?(ground verb: String?) {
    switch verb {
    case nil: self = .ground
    case "start": self = .startGround
    case "stop": self = .stopGround
    default: return nil
    }
  }

  private init?(services verb: String?) {
    switch verb {
    case nil: self = .services
    case "connect": self = .connectService
    case "disconnect": self = .disconnectService
    case "upload": self = .uploadFlight
    default: return nil
    }
  }

  private init?(catalogue verb: String?) {
    switch verb {
    case nil: self = .catalogue
    case "content": self = .catalogueContent
    case "fetch": self = .fetch
    case "outdated": self = .outdatedFiles
    default: return nil
    }
  }

  private init?(account verb: String?) {
    switch verb {
    case nil: self = .account
    case "sign-in": self = .signIn
    case "sign-out": self = .signOut
    case "reset": self = .resetAccount
    default: return nil
    }
  }

  /// Whether a text can name a ride: 8 to 32 digits, lower-case letters and hyphens.
  package static func isRideID(_ text: String) -> Bool {
    (8...32).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D
      }
  }

  /// Whether a text can name a flight.
  package static func isID(_ text: String) -> Bool {
    (4...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
