import Testing
import WebAccess

@Suite struct WebHostTests {
  @Test(
    arguments: [
      ("127.0.0.1:8088", "127.0.0.1", 8088, true), ("192.168.4.1", "192.168.4.1", nil, true),
      ("[::1]:80", "::1", 80, true), ("[FE80::1]", "fe80::1", nil, true),
      ("LocalHost:8088", "localhost", 8088, false), ("Glider.local.", "glider.local", nil, false),
      ("glider.local.:80", "glider.local", 80, false),
      ("a_b-c.example", "a_b-c.example", nil, false),
      ("256.1.1.1", "256.1.1.1", nil, false), ("1.2.3", "1.2.3", nil, false),
    ] as [(String, String, UInt16?, Bool)])
  func reads(text: String, name: String, port: UInt16?, isAddress: Bool) throws {
    let host = try #require(WebHost(text))
    #expect(host.name == name && host.port == port && host.isAddress == isAddress)
  }

  @Test(arguments: [
    "", ".", "a b", "a/b", "ä.local", "user@host", "host:", "host:x", "host:99999", "host:-1",
    "host:80:80", "[::1", "[]", "[::1]x", "[::1]:", "[host]", "::1", ".local", "88.168....",
    "a..local",
    "host:+80", String(repeating: "a", count: 254), "[\(String(repeating: "1:", count: 40))]",
  ])
  func refuses(text: String) { #expect(WebHost(text) == nil) }

  @Test(arguments: [
    ("10.0.0.1", true), ("[2001:db8::1]", true), ("localhost", true), ("glider", true),
    ("glider.local", true), ("a.b.local", true), ("evil.example", false), ("local.example", false),
    ("127.0.0.1.evil.example", false), ("glider.local.evil.example", false), ("256.1.1.1", false),
    ("0x7f.1", false), ("notlocal", true), ("evil.xlocal", false),
  ])
  func knowsWhatNoOutsiderCanName(text: String, isLocal: Bool) {
    #expect(WebHost(text)?.isLocal == isLocal)
  }

  @Test(arguments: [
    ("http://127.0.0.1:8088", "127.0.0.1:8088", true), ("http://glider", "glider:80", true),
    ("https://glider", "glider", true), ("http://glider", "glider", true),
    ("HTTP://glider", "glider", false), ("http://GLIDER:1", "glider:1", true),
    ("http://127.0.0.1:8089", "127.0.0.1:8088", false),
    ("http://localhost:1", "127.0.0.1:1", false),
    ("null", "glider", false), ("http://glider/x", "glider", false), ("file://", "glider", false),
    ("http://glider@evil", "glider", false), ("chrome-extension://glider", "glider", false),
    ("https://glider:80", "glider", false),
  ])
  func comparesOrigins(origin: String, host: String, isSame: Bool) throws {
    let host = try #require(WebHost(host))
    #expect((WebOrigin(origin)?.isSame(as: host) ?? false) == isSame)
  }
}
