import Glibc
import Linux
import TestSupport
import Testing

@Suite struct FilesTests {
  private let folder = TemporaryFolder()

  @Test func replacingAFileLeavesNothingButTheFile() throws {
    let path = folder.file("a")
    try Files.replace(path, with: Array("one".utf8))
    try Files.replace(path, with: Array("two".utf8))
    #expect(try Files.read(path, limit: 10) == Array("two".utf8))
    #expect(try Files.names(in: folder.path) == ["a"])
  }

  @Test func aDraftThatIsDroppedLeavesTheOldFile() throws {
    let path = folder.file("a")
    try Files.replace(path, with: Array("old".utf8))
    do {
      var draft = try FileDraft(for: path)
      try draft.append(Array("new".utf8))
    }
    #expect(try Files.read(path, limit: 10) == Array("old".utf8))
    #expect(try Files.names(in: folder.path) == ["a"])
  }

  @Test func aFileLongerThanTheLimitIsRefused() throws {
    let path = folder.file("long")
    try Files.replace(path, with: [UInt8](repeating: 1, count: 200_000))
    let failure = #expect(throws: SystemError.self) { try Files.read(path, limit: 199_999) }
    #expect(failure?.code == EFBIG)
    #expect(try Files.read(path, limit: 200_000).count == 200_000)
  }

  @Test func aMissingFileNamesThePathAndTheCall() throws {
    let failure = #expect(throws: SystemError.self) {
      try Files.read(folder.file("none"), limit: 1)
    }
    #expect(failure?.operation == "open")
    #expect(failure?.subject == folder.file("none"))
    #expect(failure?.code == ENOENT)
  }

  @Test func foldersAreMadeWithTheirParentsAndMayExist() throws {
    let path = folder.file("x/y/z")
    try Files.makeFolder(path)
    try Files.makeFolder(path)
    #expect(try Files.names(in: folder.file("x/y")) == ["z"])
  }

  @Test func aWriteToAFullDeviceIsNamedAsSuch() throws {
    let full = try Descriptor.open("/dev/full", O_WRONLY)
    let failure = #expect(throws: SystemError.self) { try full.write(all: [1, 2, 3]) }
    #expect(failure?.code == ENOSPC)
    #expect(failure?.description.contains("free some space") == true)
  }

  @Test func aFileSystemWithoutBoundHasTheMostThatCanBeSaid() {
    #expect(Files.bytes(blocks: 3, of: 4096) == 12_288)
    #expect(Files.bytes(blocks: .max, of: 4096) == .max)
    #expect(Files.bytes(blocks: .max, of: 1) == .max)
  }

  @Test func spaceOfAFileSystemIsKnown() throws {
    let space = try Files.space(at: folder.path)
    #expect(space.free > 0 && space.free <= space.total)
  }
}
