/// INFO: which version of the package it is.
package struct RefloatInfo: Equatable, Sendable {
  /// Of the reply: 1 or 2.
  package var version: UInt8
  /// `1.2` or `1.3.0`.
  package var packageVersion: String
  /// Version 1 only.
  package var build: UInt8?
  package var ledType: UInt8?
  /// Version 2 only.
  package var flags: UInt8?
  package var packageName: String?
  package var versionSuffix: String?
  package var gitHash: UInt32?
  /// Hz.
  package var tickRate: UInt32?
  package var capabilities: Capabilities?
  package var extraFlags: UInt8?

  package struct Capabilities: OptionSet, Sendable {
    package var rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let leds = Capabilities(rawValue: 1)
    package static let ledsExternal = Capabilities(rawValue: 2)
    package static let gnss = Capabilities(rawValue: 4)
    package static let dataRecording = Capabilities(rawValue: 1 << 31)
  }

  /// Nil for a version of the reply that nobody here knows.
  init?(_ payload: inout PayloadReader) {
    let first = payload.uint8()
    if first > 10 {
      version = 1
      packageVersion = "\(first / 10).\(first % 10)"
      build = payload.uint8()
      ledType = payload.uint8()
    } else if first == 2 {
      version = first
      flags = payload.uint8()
      packageName = payload.text(length: 20)
      packageVersion = "\(payload.uint8()).\(payload.uint8()).\(payload.uint8())"
      versionSuffix = payload.text(length: 20)
      gitHash = payload.integer()
      tickRate = payload.integer()
      capabilities = Capabilities(rawValue: payload.integer())
      extraFlags = payload.uint8()
    } else {
      return nil
    }
  }
}
