import Glibc
import Linux
import TestSupport
import Testing

@Suite struct FolderTests {
  private let folder = TemporaryFolder()

  private func make(_ name: String, _ text: String = "x") throws {
    try Files.replace(folder.file(name), with: Array(text.utf8))
  }

  @Test func filesAreFoundUnderTheirNameAlone() throws {
    try make("a", "one")
    try Files.makeFolder(folder.file("sub"))
    try make("sub/b", "three")
    let opened = try Folder(folder.path)
    #expect(try opened.names(limit: 10) == ["a", "sub"])
    #expect(try opened.names(limit: 1).count == 1)
    #expect(opened.entry("a")?.kind == .file)
    #expect(opened.entry("a")?.bytes == 3)
    #expect(opened.entry("sub")?.kind == .folder)
    #expect(opened.entry("none") == nil)
    #expect(try opened.folder("sub").file("b").descriptor.readBlock() == Array("three".utf8))
    try opened.folder("sub").remove("b")
    try opened.folder("sub").remove("b")
    #expect(try opened.folder("sub").names(limit: 10).isEmpty)
  }

  @Test(arguments: ["..", ".", "", "sub/b", "/etc/passwd", "a\0b"])
  func aNameIsNoPath(_ name: String) throws {
    try Files.makeFolder(folder.file("sub"))
    try make("sub/b")
    let opened = try Folder(folder.path)
    #expect(opened.entry(name) == nil)
    #expect(throws: SystemError.self) { _ = try opened.file(name).entry }
    #expect(throws: SystemError.self) { try opened.remove(name) }
    #expect(Files.exists(folder.file("sub/b")))
  }

  @Test func linksAndPipesAreNotOpened() throws {
    try make("a")
    #expect(symlink(folder.file("a"), folder.file("link")) == 0)
    #expect(symlink(folder.path, folder.file("round")) == 0)
    #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
    let opened = try Folder(folder.path)
    for name in ["link", "pipe"] {
      #expect(opened.entry(name)?.kind == .other)
      #expect(throws: SystemError.self) { _ = try opened.file(name).entry }
    }
    #expect(throws: SystemError.self) { _ = try opened.folder("round").names(limit: 1) }
    #expect(throws: SystemError.self) { _ = try Folder(folder.file("round")).names(limit: 1) }
  }

  @Test func aWatchTellsWhatComesAndWhenItIsWhole() throws {
    let watch = try FolderWatch(folder.path)
    #expect(try watch.changes() == [])
    do {
      let file = try Descriptor.open(folder.file("a"), O_WRONLY | O_CREAT, mode: 0o600)
      try file.write(all: Array("x".utf8))
      #expect(try watch.changes() == [.appeared("a")])
    }
    #expect(try watch.changes() == [.finished("a")])
    try Files.makeFolder(folder.file("out"))
    try make("out/b")
    _ = try watch.changes()
    try Files.rename(folder.file("out/b"), to: folder.file("b"))
    #expect(try watch.changes() == [.finished("b")])
    let name = String(repeating: "é", count: 120)
    try Files.makeFolder(folder.file(name))
    #expect(try watch.changes() == [.appeared(name)])
  }

  @Test func aWatchTellsThatItsFolderIsGone() throws {
    let path = folder.file("w")
    try Files.makeFolder(path)
    let watch = try FolderWatch(path)
    try Files.removeTree(path)
    #expect(try watch.changes().contains(.gone))
    #expect(throws: SystemError.self) { _ = try FolderWatch(path).rawValue }
  }

  @Test func aThreadCanGiveWay() throws {
    let gate = ThreadGate()
    try Threads.spawn(name: "behind") {
      Threads.giveWay()
      gate.open()
    }
    gate.wait()
    #expect(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) == 0)
  }
}
