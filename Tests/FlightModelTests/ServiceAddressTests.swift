import FlightModel
import Testing

@Suite struct ServiceAddressTests {
  @Test(arguments: [
    ("https://api.weglide.org/v1", "https://api.weglide.org/v1"),
    ("HTTPS://API.SkyLines.aero/", "https://api.skylines.aero"),
    ("https://club.example:8443/A/b//", "https://club.example:8443/A/b"),
    ("http://127.0.0.1:80", "http://127.0.0.1:80"), ("http://[::1]:81/v1", "http://[::1]:81/v1"),
    ("http://localhost", "http://localhost"),
  ])
  func anAddressIsRead(text: String, address: String) {
    #expect(ServiceAddress(text)?.description == address)
  }

  @Test(arguments: [
    "", "api.weglide.org", "ftp://api.weglide.org", "http://api.weglide.org", "https://",
    "https:///v1", "https://a@b.example", "https://b.example:0", "https://b.example:x",
    "https://b.example?x=1", "https://b.example/a b", "https://b.example/#a",
    "http://127.evil.example", "http://127.0.0.1.example", "https://b.exämple",
    "https://\(String(repeating: "a", count: 600)).example", "https:b.example",
  ])
  func whatIsNoAddress(text: String) {
    #expect(ServiceAddress(text) == nil)
  }

  @Test func onlyThisMachineIsLoopback() throws {
    #expect(try #require(ServiceAddress("https://127.0.0.1/")).isLoopback)
    #expect(try #require(ServiceAddress("https://127.club.example/")).isLoopback == false)
  }

  @Test func whatLiesBelowIt() throws {
    #expect(
      try #require(ServiceAddress("https://b.example/v1/")).url("flight?x=1")
        == "https://b.example/v1/flight?x=1")
  }
}
