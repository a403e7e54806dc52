package import Udev

/// A port that is plugged in and left alone.
package struct LeftPort: Equatable, Sendable {
  package enum Reason: String, CaseIterable, Sendable {
    /// gpsd has it, or is to have it.
    case gpsd
    /// The configuration says so.
    case ignored
    /// Nothing is listened to that is not named.
    case notListening = "not-listening"
  }

  /// The name that it keeps.
  package var id: String
  package var device: SerialDevice
  package var reason: Reason

  package init(id: String, device: SerialDevice, reason: Reason) {
    self.id = id
    self.device = device
    self.reason = reason
  }
}
