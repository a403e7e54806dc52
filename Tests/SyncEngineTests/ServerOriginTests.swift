import SyncEngine
import Testing

@Suite struct ServerOriginTests {
  @Test(arguments: [
    "http://localhost:8430", "http://127.0.0.1", "http://127.1.2.3:80", "http://[::1]",
  ])
  func thisMachineMayBeAskedInTheClear(url: String) throws {
    #expect(try #require(ServerOrigin(url)).isLoopback)
  }

  /// A name that begins like an address of this machine is a name.
  @Test(arguments: [
    "http://club.example", "http://127.club.example", "http://127.0.0.1.example",
    "http://127.0.0.256", "http://127.0.0", "http://localhost.example",
  ])
  func nobodyElseMay(url: String) { #expect(ServerOrigin(url) == nil) }

  @Test func overTLSAnybodyMay() throws {
    #expect(try #require(ServerOrigin("https://127.club.example")).isLoopback == false)
  }
}
