/// A value of Heart Rate Measurement, 2A37 (Heart Rate Service 1.0, 3.1).
package struct HeartRateMeasurement: Equatable, Sendable {
  package enum Contact: String, Sendable { case notSupported, lost, detected }

  package static let characteristic: UInt16 = 0x2A37

  package var contact: Contact
  /// Beats a minute as sent; 0 and any value with lost contact are no measurement.
  package var rate: UInt16
  /// Energy since the counter was reset, kJ; 65535 is also a full counter.
  package var energyKJ: UInt16?
  /// Times between beats, 1/1024 s, oldest first.
  package var intervals: [UInt16]
  /// Bytes behind the known fields.
  package var trailing: Int

  package init(_ bytes: UnsafeRawBufferPointer) throws(ValueFault) {
    var reader = ValueReader(bytes)
    let flags = try reader.byte()
    contact = flags & 4 == 0 ? .notSupported : flags & 2 == 0 ? .lost : .detected
    rate = flags & 1 == 0 ? UInt16(try reader.byte()) : try reader.uint16()
    energyKJ = flags & 8 == 0 ? nil : try reader.uint16()
    intervals = []
    while flags & 16 != 0, reader.count >= 2 { intervals.append(try reader.uint16()) }
    trailing = reader.count
  }

  /// Beats a minute; nil where nothing was measured.
  package var beatsPerMinute: Int16? {
    contact != .lost && (1...300).contains(rate) ? Int16(rate) : nil
  }
}
