import Configuration
import Testing

@Suite struct ServerConfigurationTests {
  private func read(_ text: String) -> ConfigurationReading<ServerConfiguration> {
    ConfigurationReading([ConfigurationSource(name: "r.conf", bytes: Array(text.utf8))])
  }

  private func problems(_ text: String) -> [String] { read(text).problems.map { "\($0)" } }

  @Test func anEmptyConfigurationIsOneMachineForItself() {
    let configuration = read("").configuration
    #expect(configuration == .defaults)
    #expect(configuration.listen.address == ListenAddress(host: "127.0.0.1", port: 8430))
    #expect(configuration.listen.certificate == nil)
    #expect(configuration.storage.sqlite.text == "$STATE_DIRECTORY/receiver.db")
    #expect(configuration.blobs.bucket == nil)
    #expect(configuration.sync.isExtended)
    #expect(configuration.sync.versionHeader == "vescape-app-version")
    #expect(configuration.messages.isEmpty)
  }

  @Test func everyKeyIsRead() {
    let text = """
      [listen]
      address = [::]:8443
      tls-certificate = $CREDENTIALS_DIRECTORY/crt
      tls-key = /etc/key
      url = https://b.example
      trusted-proxies = 127.0.0.1, ::1
      [limits]
      connections = 10
      connections-per-address = 0
      memory = 64
      [storage]
      postgresql = postgresql://u@h/d?sslmode=verify-full
      [blobs]
      s3 = s3://flights/a/b/
      s3-endpoint = https://s3.example
      s3-region = eu
      s3-credentials-file = /etc/s3
      s3-authorities = /etc/ca
      [sync]
      extended = no
      version-header = X-Version
      code-life = 1
      [versions]
      latest = 2.0
      warn-below = 1.9
      block-online-below = 1.5
      block-below = 1
      message = Update.
      [message]
      id = a
      type = warning
      title = T
      body = B
      action = https://b.example/a
      [message]
      id = b
      body = C
      [log]
      level = debug
      """
    let reading = read(text)
    #expect(reading.problems == [])
    let configuration = reading.configuration
    #expect(configuration.listen.address == ListenAddress(host: "::", port: 8443))
    #expect(configuration.listen.trustedProxies == ["127.0.0.1", "::1"])
    #expect(configuration.blobs.bucket?.bucket == "flights")
    #expect(configuration.blobs.bucket?.prefix == "a/b")
    #expect(configuration.sync.versionHeader == "x-version")
    #expect(configuration.messages.map(\.id) == ["a", "b"])
    #expect(configuration.messages[1].kind == .info)
  }

  @Test(arguments: [
    ("[listen]\naddress = localhost", "r.conf:2: listen.address is"),
    ("[listen]\naddress = ::1:80", "r.conf:2: listen.address is"),
    ("[listen]\naddress = 1.2.3.4:70000", "r.conf:2: listen.address is"),
    ("[listen]\ntrusted-proxies = proxy", "r.conf:2: listen.trusted-proxies is"),
    ("[listen]\ntls-key = key", "r.conf:2: listen.tls-key is"),
    ("[listen]\ntls-key = /key", "r.conf:2: listen.tls-key needs listen.tls-certificate"),
    ("\n[listen]\ntls-certificate = /c", "r.conf:3: listen.tls-certificate needs listen.tls-key"),
    ("[storage]\npostgresql = mysql://h/d", "r.conf:2: storage.postgresql is"),
    (
      "[storage]\npostgresql = postgresql://h/d\npostgresql-url-file = /u",
      "r.conf:2: storage.postgresql and storage.postgresql-url-file are one too many"
    ),
    ("[blobs]\ns3 = s3://x", "r.conf:2: blobs.s3 is"),
    (
      "[blobs]\ns3-credentials-file = /c\ns3 = s3://bucket",
      "r.conf:3: blobs.s3 needs blobs.s3-endpoint"
    ),
    ("[sync]\nextended = maybe", "r.conf:2: sync.extended is"),
    ("[sync]\nversion-header = a b", "r.conf:2: sync.version-header is"),
    ("[versions]\nlatest = 1.x", "r.conf:2: versions.latest is"),
    ("[message]\nbody = b", "r.conf:1: this [message] section has no id"),
    ("[message]\nid = b", "r.conf:1: this [message] section has no body"),
    (
      "[message]\nid = b\nbody = c\n[message]\nid = b\nbody = d",
      "r.conf:4: this [message] section has the id of one above"
    ),
  ])
  func whatIsWrongIsNamedWithItsLine(text: String, problem: String) {
    let found = problems(text)
    #expect(found.count == 1 && found[0].hasPrefix(problem), "\(found)")
  }

  @Test(arguments: [
    "postgresql://u:secret@h/d", "postgresql://h/d?password=secret",
    "postgresql://h/d?sslmode=require&PassWord=secret", "postgresql://u:p@x@h/d",
  ])
  func aPasswordIsRefusedInAFileForAll(url: String) {
    let found = problems("[storage]\npostgresql = \(url)")
    #expect(found.count == 1)
  }
}
