/// A frame of the VESC serial protocol.
package struct VESCPacket: Equatable, Sendable {
  package var payload: [UInt8]
  package init(payload: [UInt8]) { self.payload = payload }
}
