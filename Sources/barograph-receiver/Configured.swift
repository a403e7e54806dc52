import Configuration
import HTTPServer
import Receiver

// What the operator's values mean to the parts.

extension ReceiverConfiguration {
  init(_ configuration: ServerConfiguration) {
    self.init()
    isExtended = configuration.sync.isExtended
    versionHeader = configuration.sync.versionHeader
    unpackedBytes = configuration.limits.memoryMiB << 20
    codeLifeMs = configuration.sync.codeLifeHours * 3_600_000
    versions = VersionPolicy(configuration.versions)
    messages = configuration.messages.filter { !$0.body.isEmpty }.map { StatusMessage($0) }
  }
}

extension VersionPolicy {
  fileprivate init(_ versions: ServerConfiguration.Versions) {
    self.init(
      latest: versions.latest, warningBelow: versions.warnBelow.flatMap { DeviceVersion($0) },
      onlineBelow: versions.blockOnlineBelow.flatMap { DeviceVersion($0) },
      appBelow: versions.blockBelow.flatMap { DeviceVersion($0) }, message: versions.message)
  }
}

extension StatusMessage {
  fileprivate init(_ message: ServerConfiguration.Message) {
    let kind: Kind =
      switch message.kind {
      case .info: .info
      case .warning: .warning
      case .critical: .critical
      }
    self.init(
      id: message.id, kind: kind, title: message.title, body: message.body, action: message.action)
  }
}

extension HTTPServerLimits {
  init(_ limits: ServerConfiguration.Limits) {
    self.init()
    connections = limits.connections
    connectionsPerAddress = limits.connectionsPerAddress
    bufferedBytes = limits.memoryMiB << 20
    headerBytes = 32 << 10
    idleSeconds = 60
    answerSeconds = 150
    sendSeconds = 30
  }
}
