/// What bytes are exchanged with an instrument through: a serial port, a TCP server, a UART over
/// Bluetooth LE. Of one loop's thread alone.
///
/// A link is used once: `open`, then events, then `closed`, which comes exactly once and last, after
/// a failure to open too. Nothing is called after `close`.
package protocol InstrumentLink: AnyObject {
  /// Begins to open, without waiting; what happens is told to `handler` on the loop's thread.
  func open(_ handler: @escaping (LinkEvent) -> Void)

  /// Sends bytes in one piece, or queues them; false when the bounded queue has no room for all of
  /// them, and then nothing is sent.
  func send(_ bytes: [UInt8]) -> Bool

  /// Ends it.
  func close()
}

/// What a link tells.
package enum LinkEvent {
  /// Bytes can be sent from now on.
  case opened(LinkTraits)
  /// Valid during the call only. One notification of a Bluetooth value is one event; a serial port's
  /// bytes are cut anywhere.
  case received(UnsafeRawBufferPointer)
  case closed(LinkFailure)
}

/// What a driver may want to know of the link it speaks through.
package struct LinkTraits: Equatable, Sendable {
  package enum Transport: String, Sendable { case serial, tcp, bluetooth }

  package var transport: Transport
  /// Bits a second of a serial port; nil where there is no such thing.
  package var speed: Int?
  /// The peer's address of a Bluetooth link.
  package var bluetoothAddress: String?
  /// What that peer calls itself, where it does.
  package var bluetoothName: String?
  /// The 16-bit identifier of the characteristic whose values come, where the link is of one: 0x2A37.
  package var characteristic: UInt16?
  /// Whether that peer has the Nordic UART, behind which a VESC may be asked.
  package var isNordicUART: Bool

  package init(
    transport: Transport, speed: Int? = nil, bluetoothAddress: String? = nil,
    bluetoothName: String? = nil, characteristic: UInt16? = nil, isNordicUART: Bool = false
  ) {
    self.transport = transport
    self.speed = speed
    self.bluetoothAddress = bluetoothAddress
    self.bluetoothName = bluetoothName
    self.characteristic = characteristic
    self.isNordicUART = isNordicUART
  }
}

/// Why a link could not be opened, or ended.
package enum LinkFailure: Error, Equatable, Sendable {
  /// There is no such port, address or radio peer now.
  case absent
  /// Another program has the port; its name and process id where they can be known.
  case busy(owner: String?)
  /// This user may not open it.
  case notPermitted(String)
  /// It went away while it was open: unplugged, out of range, closed by the peer.
  case gone(String)
  /// Nobody answers there.
  case timedOut
  /// Anything else, in words for the person at the airfield.
  case failed(String)
}
