import ConfigFile
import Configuration
import Testing

@Suite struct ElevationConfigurationTests {
  private func problems(_ line: String) -> Int {
    let source = ConfigurationSource(
      name: "barograph.conf", bytes: Array("[elevation]\n\(line)\n".utf8))
    return ConfigurationReading<DaemonConfiguration>([source]).problems.count
  }

  @Test(arguments: [
    "https://club.example", "https://club.example:8443/srtm/", "http://localhost",
    "http://127.0.0.1:8000/x", "http://[::1]/", "",
  ])
  func aServerIsAskedOverTLSOrIsThisMachine(url: String) {
    #expect(problems("url = \(url)") == 0)
  }

  @Test(arguments: [
    "http://club.example", "http://localhost.example", "http://127.0.0.1.example/", "club.example",
    "ftp://club.example", "https://user:word@club.example", "https://club.example/?a=b",
    "https://club.example/#a", "https://club.example/a b",
  ])
  func otherAddressesAreRefused(url: String) { #expect(problems("url = \(url)") == 1) }

  @Test func theFolderIsAbsolute() {
    #expect(problems("folder = /srv/srtm3") == 0)
    #expect(problems("folder = srtm3") == 1)
    #expect(problems("cache = 15") == 1)
    #expect(problems("token = $CREDENTIALS_DIRECTORY/elevation") == 0)
  }
}
