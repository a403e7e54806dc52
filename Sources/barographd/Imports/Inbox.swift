import ControlAPI
import FlightModel
import Glibc
import Linux
import Log

/// Watches the inbox and gives finished files to the importer; what is settled is removed from it.
///
/// A file is finished when its writer has closed it or moved it here whole. One whose writing was not
/// seen, because it lay here at the start or lies in a folder below, is finished when it has not
/// changed for a while.
actor Inbox {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  private let path: String
  private let importer: Importer
  private let log: Logger
  private var watch: FolderWatch?
  private var eventWatch: EventLoop.Watch?
  private var watched: [String: Seen] = [:]
  private var isDue = false
  private var timer: EventLoop.Timer?
  private var isSweeping = false
  private var isEnded = false
  /// Why it is not watched.
  private(set) var fault: String?

  /// Closed, and then left alone for so long, ms.
  private static let closedMs: Int64 = 300
  /// Unchanged for so long where nobody saw it closed.
  private static let quietMs: Int64 = 3000
  /// How often it is looked at anyway: folders below are not watched, and some network file systems
  /// tell nothing.
  private static let roundMs: Int64 = 60_000
  /// A file that was refused is tried again so much later.
  private static let refusedMs: Int64 = 600_000
  private static let mostFiles = 10_000
  private static let deepest = 4

  /// What is known of a file here.
  private struct Seen {
    var bytes: Int64
    var modifiedMs: Int64
    var inode: UInt64
    var since: MonotonicInstant
    /// Somebody has been seen to begin it.
    var isOpen = false
    var isClosed = false
    /// It was refused, or could not be removed; not before then.
    var notBefore: MonotonicInstant?

    func isSame(_ entry: Folder.Entry) -> Bool {
      bytes == entry.bytes && modifiedMs == entry.modifiedMs && inode == entry.inode
    }
  }

  init(path: String, importer: Importer, log: Logger) {
    self.path = path
    self.importer = importer
    self.log = log
    loop = importer.loop
  }

  /// Files that are there and not taken in yet.
  var waiting: Int { watched.count }

  // MARK: Life

  func start() {
    do throws(SystemError) {
      if !Files.exists(path) { try Self.make(path) }
      try beginWatch()
      fault = nil
    } catch {
      fault = "\(error)"
      log.error("the inbox is not watched: \(error)")
    }
    sweepSoon(0)
  }

  /// The group of the service may put files there; the umask of the unit would forbid it.
  private static func make(_ path: String) throws(SystemError) {
    try Files.makeFolder(path, mode: 0o770)
    try systemCall("chmod", path) { chmod(path, 0o770) }
  }

  private func beginWatch() throws(SystemError) {
    let made = try FolderWatch(path)
    eventWatch = try loop.watch(made.rawValue, for: .readable) { [weak self] _ in
      self?.assumeIsolated { $0.takeChanges() }
    }
    watch = consume made
  }

  private func endWatch() {
    if let eventWatch { loop.cancel(eventWatch) }
    eventWatch = nil
    watch = nil
  }

  func shutdown() {
    isEnded = true
    if let timer { loop.cancel(timer) }
    endWatch()
  }

  private func takeChanges() {
    var changes: [FolderChange] = []
    // What cannot be read is found by the next round.
    if watch != nil { changes = (try? watch!.changes()) ?? [] }
    let now = SystemClock.monotonic()
    for change in changes {
      switch change {
      case .appeared(let name): note(name, now, isOpen: true)
      case .finished(let name): note(name, now, isOpen: false)
      case .overflowed: break
      case .gone: endWatch()
      }
    }
    sweepSoon(Self.closedMs)
  }

  private func note(_ name: String, _ now: MonotonicInstant, isOpen: Bool) {
    guard watched.count < Self.mostFiles else { return }
    var seen = watched[name] ?? Seen(bytes: -1, modifiedMs: 0, inode: 0, since: now)
    (seen.isOpen, seen.isClosed, seen.since, seen.notBefore) = (isOpen, !isOpen, now, nil)
    watched[name] = seen
  }

  // MARK: Looking

  private func sweepSoon(_ milliseconds: Int64) {
    if let timer { loop.cancel(timer) }
    guard !isEnded else { return }
    timer = loop.after(milliseconds: milliseconds, tolerance: milliseconds / 10) { [weak self] in
      guard let self else { return }
      Task(executorPreference: self.loop) { await self.sweep() }
    }
  }

  private func sweep() async {
    guard !isSweeping, !isEnded else {
      isDue = isSweeping
      return
    }
    isSweeping = true
    if watch == nil { start(again: true) }
    var found: Set<String> = []
    do throws(SystemError) {
      try await look(into: try Folder(path), "", depth: 0, &found)
      for name in watched.keys where !found.contains(name) { watched[name] = nil }
    } catch {
      fault = "\(error)"
    }
    isSweeping = false
    let isSoon = isDue || watched.values.contains { $0.notBefore == nil }
    isDue = false
    sweepSoon(isSoon ? Self.closedMs : Self.roundMs)
  }

  /// The folder may have been replaced.
  private func start(again: Bool) {
    guard Files.exists(path) else { return }
    do throws(SystemError) {
      try beginWatch()
      fault = nil
    } catch {
      fault = "\(error)"
    }
  }

  private func look(
    into folder: borrowing Folder, _ prefix: String, depth: Int, _ found: inout Set<String>
  ) async throws(SystemError) {
    for name in try folder.names(limit: Self.mostFiles) where Self.isWanted(name) {
      guard !isEnded, found.count < Self.mostFiles, let entry = folder.entry(name) else { continue }
      let key = prefix + name
      switch entry.kind {
      case .file:
        found.insert(key)
        if isFinished(key, entry) { await take(key, entry, in: folder) }
      case .folder where depth < Self.deepest:
        // A folder that cannot be opened does not keep the others from being looked into.
        if let inner = try? folder.folder(name) {
          try? await look(into: inner, key + "/", depth: depth + 1, &found)
        }
      default: break
      }
    }
  }

  /// What programs call a file while they write it.
  private static func isWanted(_ name: String) -> Bool {
    !name.hasPrefix(".") && !name.hasSuffix("~")
      && ![".part", ".tmp", ".crdownload", ".filepart"].contains { name.hasSuffix($0) }
  }

  private func isFinished(_ key: String, _ entry: Folder.Entry) -> Bool {
    let now = SystemClock.monotonic()
    guard var seen = watched[key], seen.isSame(entry) else {
      var seen =
        watched[key]
        ?? Seen(bytes: 0, modifiedMs: 0, inode: 0, since: now)
      (seen.bytes, seen.modifiedMs, seen.inode) = (entry.bytes, entry.modifiedMs, entry.inode)
      (seen.since, seen.notBefore) = (now, nil)
      watched[key] = seen
      return false
    }
    if let notBefore = seen.notBefore {
      guard now >= notBefore else { return false }
      seen.notBefore = nil
      watched[key] = seen
    }
    if seen.isOpen { return false }
    let age = now.milliseconds(since: seen.since)
    return age >= (seen.isClosed ? Self.closedMs : Self.quietMs)
  }

  // MARK: Taking

  private func take(
    _ key: String, _ entry: Folder.Entry, in folder: borrowing Folder
  ) async {
    let name = entry.name
    let offer = Offer(name: name, path: "\(path)/\(key)", origin: .inbox)
    let files = await importer.take(offer)
    let isSettled = !files.isEmpty && files.allSatisfy { $0.outcome != .refused }
    // Only what was read is removed: not what has been written behind it, nor another file of the name.
    guard isSettled, let current = folder.entry(name), watched[key]?.isSame(current) ?? false else {
      watched[key]?.notBefore = SystemClock.monotonic().advanced(byMilliseconds: Self.refusedMs)
      return
    }
    do throws(SystemError) {
      try folder.remove(name)
      watched[key] = nil
    } catch {
      log.warning("a file was taken in and cannot be removed from the inbox: \(error)")
      watched[key]?.notBefore = SystemClock.monotonic().advanced(byMilliseconds: .max / 4_000_000)
    }
  }
}
