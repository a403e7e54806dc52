import Archives
import Linux
import TestSupport
import Testing

@Suite struct ArchiveFileTests {
  private static let fixtures = "\(PackageFolder.root)/Fixtures/archives"

  /// Labels and contents of an archive, every entry taken.
  private func contents(
    _ path: String, limits: ArchiveLimits = ArchiveLimits()
  ) throws -> [(label: String, bytes: [UInt8])] {
    var entries: [(label: String, bytes: [UInt8])] = []
    try ArchiveFile.forEachEntry(of: path, limits: limits) { entry in
      entries.append((entry.label, []))
      return { entries[entries.count - 1].bytes += $0 }
    }
    return entries
  }

  private func failure(_ name: String, limits: ArchiveLimits = ArchiveLimits()) -> ArchiveError? {
    do {
      _ = try contents("\(Self.fixtures)/\(name)", limits: limits)
      return nil
    } catch {
      return error as? ArchiveError
    }
  }

  @Test func entriesComeInOrderWithTheirWholeContent() throws {
    let entries = try contents("\(Self.fixtures)/good.zip")
    #expect(entries.map(\.label) == ["manifest.json", "db.sqlite"])
    #expect(String(decoding: entries[0].bytes, as: UTF8.self) == "{\"format\": \"x\"}\n")
    #expect(entries[1].bytes == (0..<200_000).map { UInt8(0x30 + $0 % 10) })
  }

  @Test func anEntryMayBePassedOver() throws {
    var seen: [String] = []
    var taken = 0
    try ArchiveFile.forEachEntry(of: "\(Self.fixtures)/good.zip") { entry in
      seen.append(entry.label)
      return entry.label == "db.sqlite" ? { taken += $0.count } : nil
    }
    #expect(seen == ["manifest.json", "db.sqlite"])
    #expect(taken == 200_000)
  }

  @Test func namesAreLabelsAndLinksAndFoldersArePassedOver() throws {
    let labels = try contents("\(Self.fixtures)/names.zip").map(\.label)
    #expect(labels.count == 5)
    #expect(labels.contains("../../etc/evil"))
    #expect(labels.contains("a?b?"))
    #expect(labels.allSatisfy { $0.utf8.count <= 255 })
    #expect(!labels.contains("link"))
    #expect(!Files.exists("\(Self.fixtures)/../../etc/evil"))
  }

  @Test func whatIsTooMuchIsRefused() {
    #expect(failure("many.zip") == .tooManyEntries(limit: 64))
    #expect(failure("bomb.zip") == .tooDense(ratio: 200))
    var small = ArchiveLimits()
    small.entryBytes = 1000
    #expect(failure("good.zip", limits: small) == .tooLarge(limit: 1000))
    small = ArchiveLimits()
    small.totalBytes = 100_000
    #expect(failure("good.zip", limits: small) == .tooLarge(limit: 100_000))
  }

  @Test func anEntryThatIsNotTakenCostsNothing() throws {
    var count = 0
    try ArchiveFile.forEachEntry(of: "\(Self.fixtures)/bomb.zip") { _ in
      count += 1
      return nil
    }
    #expect(count == 1)
  }

  @Test func brokenAndForeignFilesAreNamedAsSuch() throws {
    #expect(failure("locked.zip") == .encrypted)
    #expect(failure("empty.zip") == .notAnArchive)
    #expect(failure("make.py") == .notAnArchive)
    for name in ["cut.zip", "wrong-content.zip"] {
      guard case .damaged = failure(name) else {
        Issue.record("\(name) is not called damaged")
        continue
      }
    }
    guard case .file(let error) = failure("missing.zip") else {
      Issue.record("a missing file has another error")
      return
    }
    #expect(error.subject.hasSuffix("missing.zip"))
  }

  @Test func aBrokenEntryDoesNotLoseTheOthers() throws {
    var whole: [String] = []
    var broken: [String: ArchiveError] = [:]
    for name in ["one-broken.zip", "locked.zip"] {
      var reader = try ArchiveReader("\(Self.fixtures)/\(name)")
      while let entry = try reader.next() {
        do {
          try reader.read { _ in }
          whole.append(entry.label)
        } catch let error as ArchiveError where error.concernsOneEntry {
          broken[entry.label] = error
        }
      }
    }
    #expect(whole == ["first", "last"])
    #expect(broken["secret"] == .encrypted)
    guard case .damaged = broken["broken"] else {
      Issue.record("\(broken)")
      return
    }
  }

  @Test func gzipHoldsOneFileWithinTheSameBounds() throws {
    var bytes = 0
    try ArchiveFile.forEachEntry(of: "\(Self.fixtures)/text.gz", as: .gzip) { _ in
      { bytes += $0.count }
    }
    #expect(bytes == 9000)
    #expect(throws: ArchiveError.tooDense(ratio: 200)) {
      try ArchiveFile.forEachEntry(of: "\(Self.fixtures)/bomb.gz", as: .gzip) { _ in { _ in } }
    }
  }

  @Test func whatASinkThrowsIsPassedOn() throws {
    struct Enough: Error {}
    #expect(throws: Enough.self) {
      try ArchiveFile.forEachEntry(of: "\(Self.fixtures)/good.zip") { _ in { _ in throw Enough() } }
    }
  }
}
