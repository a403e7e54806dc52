import CommandLineInterface
import ControlAPI
import Glibc
import JSON

/// What came of the files of one `barograph import`, told as it comes.
struct ImportTally {
  /// Up to so many files each has a line; beyond, only those that something is to be done about.
  private static let fewFiles = 20

  private let output: Output
  private let isJSON: Bool
  private let showsProgress: Bool
  private let total: Int
  private var seen = 0
  private var counts: [ImportedFile.Outcome: Int] = [:]
  private var items: [JSONValue] = []
  private var isRefused = false

  init(_ invocation: Invocation, total: Int) {
    output = invocation.output
    isJSON = invocation.has("json")
    self.total = total
    showsProgress = !isJSON && isatty(STDERR_FILENO) == 1 && total > 1
  }

  /// Shows on the terminal which file is being read.
  mutating func show(_ path: String) {
    seen += 1
    guard showsProgress else { return }
    Output.erase(Self.clear)
    Output.complain("\(seen)/\(total) \(path.suffix(60))")
  }

  private static let clear: StaticString = "\r\u{1B}[K"

  mutating func add(passedOver path: String) throws(Failure) {
    counts[.passedOver, default: 0] += 1
    guard isJSON else { return }
    try add(json: ["file": .string(path), "outcome": "passed-over"])
  }

  /// The answer to a file that was sent.
  mutating func add(_ result: ImportResult, of path: String) throws(Failure) {
    if result.files.isEmpty {
      counts[result.wasKnown ? .known : .added, default: 0] += 1
      if isJSON { return try add(json: ["file": .string(path), "ride": result.json]) }
      return try tell(RidesImportCommand.text(path, result), isImportant: !result.wasKnown)
    }
    let isShort = result.files.count <= Self.fewFiles
    for file in result.files { try add(file, of: path, isShort: isShort) }
  }

  /// What came of a file, or of one in an archive, which is short if few are in it.
  mutating func add(
    _ file: ImportedFile, of path: String? = nil, isShort: Bool = true
  ) throws(Failure) {
    counts[file.outcome, default: 0] += 1
    let isOwn = path?.split(separator: "/").last.map(String.init) == file.name
    switch file.outcome {
    case .quarantined, .refused: isRefused = true
    // What somebody has named is not passed over in silence.
    case .passedOver: isRefused = isRefused || isOwn
    default: break
    }
    if isJSON {
      return try add(json: ["file": .string(path ?? file.name), "result": file.json])
    }
    let name = isOwn || path == nil ? path ?? file.name : "\(path!): \(file.name)"
    try tell("\(name): \(Self.words(file))\n", isImportant: Self.isImportant(file.outcome), isShort)
  }

  private static func isImportant(_ outcome: ImportedFile.Outcome) -> Bool {
    [.quarantined, .refused, .deleted].contains(outcome)
  }

  private mutating func add(json: JSONValue) throws(Failure) { items.append(json) }

  private func tell(
    _ line: String, isImportant: Bool, _ isShort: Bool = true
  ) throws(Failure) {
    guard isImportant || (isShort && total <= Self.fewFiles) else { return }
    if showsProgress { Output.erase(Self.clear) }
    try output.write(line)
  }

  // MARK: Words

  private static func words(_ file: ImportedFile) -> String {
    let id = file.id.map { " (\($0.prefix(12)))" } ?? ""
    let what = thing(file)
    let reason = file.reason ?? ""
    return switch file.outcome {
    case .added: "\(what) added\(id)"
    case .promoted: "\(what) is in the logbook now\(id)"
    case .replaced: "\(what) in place of the file of that name\(id)"
    case .known: "\(what) known\(id)"
    case .deleted, .passedOver: reason
    case .quarantined: "in quarantine: \(reason)\(id)"
    case .refused: "refused: \(reason)"
    }
  }

  private static func thing(_ file: ImportedFile) -> String {
    return switch file.kind {
    case .flight: "flight"
    case .waypoints: counted(file, "waypoint")
    case .airspace: counted(file, "airspace")
    case .tasks: counted(file, "task")
    case .ride: "ride"
    case .archive: "archive"
    case .unknown: "file"
    }
  }

  private static func counted(_ file: ImportedFile, _ noun: String) -> String {
    file.items.map { Counted.text($0, noun) } ?? noun + "s"
  }

  // MARK: The end

  /// Ends with a sum, and the exit code.
  func finish(isStick: Bool) throws(Failure) -> Int32 {
    if showsProgress { Output.erase(Self.clear) }
    if isJSON {
      var sums = JSONObject()
      for outcome in ImportedFile.Outcome.allCases {
        sums[outcome.rawValue] = .integer(Int64(counts[outcome] ?? 0))
      }
      try output.write(["imports": .array(items), "counts": .object(sums)])
    } else if total > 1 || counts.values.reduce(0, +) != 1 {
      let told = ImportedFile.Outcome.allCases.compactMap { outcome in
        counts[outcome].map { "\($0) \(outcome.rawValue.replacingHyphens)" }
      }
      try output.write((told.isEmpty ? "nothing to import" : told.joined(separator: ", ")) + "\n")
    }
    return isRefused && !isStick ? Failure.Exit.badData.rawValue : 0
  }
}

extension String {
  fileprivate var replacingHyphens: String { String(map { $0 == "-" ? " " : $0 }) }
}
