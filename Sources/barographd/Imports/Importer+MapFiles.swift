import Bytes
import ControlAPI
import Crypto
import Linux
import Logbook
import Services
import Store
import SyncContract
import Waypoints

/// Waypoints, airspace and tasks.
extension Importer {
  /// What a file of places holds.
  private struct Contents {
    var kind: ImportedFile.Kind
    /// Waypoints or airspaces that make it a map file; 0 where it holds tasks alone.
    var items = 0
    var tasks: [FlightTask] = []
    var hasAirfields = false
  }

  func takeMapFile(
    _ bytes: [UInt8], _ file: OfferedBytes, _ offer: Offer, _ origin: MapFileOrigin = .user
  ) async throws -> [ImportedFile] {
    let zones = try read { (contents) throws(StoreError) in ZoneDefaults(try contents.settings()) }
    let contents = try Self.contents(bytes, file.kind, zones)
    var files: [ImportedFile] = []
    var subject: String?
    if contents.items > 0 {
      let stored = try await keepMapFile(bytes, file.sha256, contents, offer, origin)
      subject = stored.id
      files.append(stored)
    }
    if !contents.tasks.isEmpty { files.append(try await keepTasks(contents.tasks, offer)) }
    let known = KnownFile(
      sha256: file.sha256, kind: subject == nil ? .tasks : .mapFile, subject: subject ?? "")
    try await store.perform { (database) throws(StoreError) in
      try database.note(known)
      if contents.hasAirfields { try database.forgetTakeoffNames() }
    }
    if quarantine.contains(file.sha256) { try? quarantine.remove(file.sha256) }
    if contents.hasAirfields { hasNews(true) }
    return files
  }

  private static func contents(
    _ bytes: [UInt8], _ kind: FileKind, _ zones: ZoneDefaults
  ) throws(Unusable) -> Contents {
    switch kind {
    case .cup: return try cup(bytes, zones)
    case .ourAirports: return try airfields(bytes)
    case .openAir: return try airspace(bytes)
    case .xcsoarTask: return try task(bytes, zones)
    default: throw Unusable(kind: .unknown, reason: "it is nothing for the logbook")
    }
  }

  private static func airfields(_ bytes: [UInt8]) throws(Unusable) -> Contents {
    let (file, bad) = OurAirportsFile.read(bytes)
    guard !file.airfields.isEmpty else {
      throw Unusable(
        kind: .waypoints, reason: "none of its lines is an airfield; \(bad.count) are bad")
    }
    return Contents(kind: .waypoints, items: file.airfields.count, hasAirfields: true)
  }

  private static func airspace(_ bytes: [UInt8]) throws(Unusable) -> Contents {
    let (file, bad) = OpenAirFile.read(bytes)
    let items = file.airspaceCount + file.terrainCount
    guard items > 0 else {
      throw Unusable(
        kind: .airspace, reason: "it holds no whole airspace; \(bad.count) lines are bad")
    }
    return Contents(kind: .airspace, items: items)
  }

  private static func task(
    _ bytes: [UInt8], _ zones: ZoneDefaults
  ) throws(Unusable) -> Contents {
    do throws(XCSoarTaskFile.Failure) {
      return Contents(kind: .tasks, tasks: [try XCSoarTaskFile.read(bytes, zones).task])
    } catch {
      throw Unusable(kind: .tasks, reason: error.description)
    }
  }

  private static func cup(
    _ bytes: [UInt8], _ zones: ZoneDefaults
  ) throws(Unusable) -> Contents {
    let (file, bad) = CUPFile.read(bytes)
    guard !file.waypoints.isEmpty || !file.tasks.isEmpty else {
      throw Unusable(
        kind: .waypoints, reason: "none of its lines is a waypoint or a task; \(bad.count) are bad")
    }
    var contents = Contents(kind: .waypoints, tasks: file.tasks.map { $0.task(zones) })
    // A file whose places are all in its tasks is a file of tasks.
    let inTasks = Set(file.tasks.flatMap { $0.points.map(\.waypoint.name) })
    let isMap = file.waypoints.contains { !inTasks.contains($0.name) }
    contents.items = isMap ? file.waypoints.count : 0
    contents.hasAirfields = isMap && file.waypoints.contains { $0.style.isAirfield }
    return contents
  }

  // MARK: Map files

  /// The bytes under their own SHA-256, then the row that names them.
  private func keepMapFile(
    _ bytes: [UInt8], _ sha256: String, _ contents: Contents, _ offer: Offer,
    _ origin: MapFileOrigin
  ) async throws -> ImportedFile {
    let type = contents.kind == .airspace ? "airspace" : "waypoints"
    let name = SafeFileName.make(from: offer.name, type: FileKind.type(of: offer.name))
    let id = Self.digest("\(origin.source.rawValue)\n\(type)\n\(name)")
    let blob = "\(folder.mapFiles)/\(sha256)"
    try keep(bytes, as: blob)
    let before = try read { (contents) throws(StoreError) in try contents.row(of: .mapFiles, [id]) }
    let fields = origin.fields.merging([
      "id": .text(id), "filename": .text(name), "type": .text(type),
      "itemCount": .integer(Int64(contents.items)), "contentHash": .text(sha256),
      "contentBytes": .integer(Int64(bytes.count)),
    ]) { $1 }
    try await store.perform { (database) throws(StoreError) in
      _ = try database.put(.mapFiles, fields)
    }
    // Whoever deleted the row of the same bytes in between has removed them after it.
    try keep(bytes, as: blob)
    let old = before?["contentHash"]?.text
    if let old, old != sha256 { try forget(blob: old) }
    return offer.outcome(
      old == nil ? .added : old == sha256 ? .known : .replaced, contents.kind, id: id,
      filename: name, items: contents.items)
  }

  /// Removes a blob that no row names any more.
  private func forget(blob sha256: String) throws {
    let rows = try read { (contents) throws(StoreError) in
      try contents.everyRow(of: .mapFiles, limit: 10_000)
    }
    guard !rows.contains(where: { $0["contentHash"]?.text == sha256 }) else { return }
    // One that stays takes room and nothing else.
    try? Files.remove("\(folder.mapFiles)/\(sha256)")
  }

  // MARK: Tasks

  /// Enters tasks; one that is there in its name and every point already stays as it is, under
  /// whatever id. The id comes from the task itself, so that two boxes that are given the same file
  /// mean the same task.
  private func keepTasks(_ tasks: [FlightTask], _ offer: Offer) async throws -> ImportedFile {
    let named = tasks.enumerated().map { index, task in
      var task = task
      if task.name.isEmpty { task.name = "\(offer.name) \(index + 1)" }
      return task
    }
    var known = try knownTasks(named: Set(named.map(\.name)))
    let new = named.filter { known.insert(Self.form(of: $0)).inserted }
    let rows = new.map(Self.fields)
    let added = try await store.perform { (database) throws(StoreError) in
      var added = 0
      for row in rows {
        let isThere = try database.contents.row(of: .tasks, [row["id"]?.text ?? ""]) != nil
        if isThere { continue }
        _ = try database.put(.tasks, row)
        added += 1
      }
      return added
    }
    return offer.outcome(added > 0 ? .added : .known, .tasks, items: tasks.count)
  }

  /// The forms of the tasks here that have one of these names.
  private func knownTasks(named names: Set<String>) throws -> Set<[UInt8]> {
    let rows = try read { (contents) throws(StoreError) in
      try contents.everyRow(of: .tasks, limit: 10_000)
    }
    let tasks = rows.compactMap { row -> FlightTask? in
      guard let name = row["name"]?.text, names.contains(name),
        let points = try? TurnpointsJSON.decode(row["turnpointsJson"]?.text ?? "")
      else { return nil }
      return FlightTask(name: name, points: points)
    }
    return Set(tasks.map(Self.form))
  }

  /// Name and points as a CUP file tells them: a task that went through one is the same task.
  private static func form(of task: FlightTask) -> [UInt8] {
    CUPFile(tasks: [CUPTask(FlightTask(name: task.name, points: task.points))]).bytes()
  }

  private static func fields(of task: FlightTask) -> [String: ContractValue] {
    let points = TurnpointsJSON.encode(task.points)
    var fields: [String: ContractValue] = [
      "id": .text(String(digest("\(task.name)\n\(points)").prefix(32))), "name": .text(task.name),
      "formatVersion": .integer(TurnpointsJSON.formatVersion), "turnpointsJson": .text(points),
      "distanceM": .rounded(task.distanceM),
    ]
    if let time = task.minimumTimeS { fields["minimumTimeS"] = .integer(max(0, time)) }
    if !task.notes.isEmpty { fields["notes"] = .text(task.notes) }
    return fields
  }

  /// Of a task that a service gave; its id is the caller's to set.
  static func fields(
    of task: FlightTask, from external: ExternalTask
  ) -> [String: ContractValue] {
    var fields = fields(of: task)
    fields["minimumTimeS"] = ContractValue(task.minimumTimeS.map { max(0, $0) })
    fields["externalName"] = .text(external.name)
    fields["externalUrl"] = .text(external.url)
    fields["externalVersion"] = ContractValue(external.version)
    return fields
  }

  static func digest(_ text: String) -> String {
    Hexadecimal.encode(SHA256.digest(of: Array(text.utf8)))
  }
}
