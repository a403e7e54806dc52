/// Whose sentences they are; several instruments speak another maker's.
package enum InstrumentMaker: String, Sendable, CaseIterable {
  case lx = "LX"
  case lxnav = "LXNAV"
  case openVario = "OpenVario"
  /// `LK8EX1`, spoken by many small varios.
  case lk8ex1 = "LK8EX1"
  case xcTracer = "XC Tracer"
  case borgelt = "Borgelt"
  case blueFly = "BlueFly"
  case zander = "Zander"
  case cambridge = "Cambridge"
  case volkslogger = "Volkslogger"
  case vega = "Vega"
  case xcVario = "XCVario"
  case larus = "Larus"
  case levil = "Levil"
  /// `PGRMZ`, whoever sends it.
  case garmin = "PGRMZ"
}

/// A sentence of a flight instrument, read.
package enum InstrumentSentence: Equatable, Sendable {
  case reading(InstrumentReading)
  /// `LXWP1`.
  case product(InstrumentProduct)
  /// `LXWP2`.
  case glideSettings(GlideSettings)
  /// `LXWP3`.
  case varioSettings(VarioSettings)
  /// The instrument asks for these settings (`POV,?`).
  case query([String])
  /// A setting on its way to the instrument (`POV,C`).
  case command([String])

  /// Reads a sentence and says whose it is; nil for one that is not an instrument's.
  ///
  /// Fields that are empty, missing or no number are nil in what comes out.
  package static func read(
    _ sentence: Sentence
  ) -> (maker: InstrumentMaker, content: InstrumentSentence)? {
    guard let reader = readers[sentence.code] else { return nil }
    var fields = sentence.fields
    return (reader.maker, reader.read(&fields))
  }

  private struct Reader: Sendable {
    var maker: InstrumentMaker
    var read: @Sendable (inout FieldCursor) -> InstrumentSentence

    init(
      _ maker: InstrumentMaker,
      _ read: @escaping @Sendable (inout FieldCursor) -> InstrumentSentence
    ) {
      self.maker = maker
      self.read = read
    }

    init(
      _ maker: InstrumentMaker,
      readings fill: @escaping @Sendable (inout InstrumentReading, inout FieldCursor) -> Void
    ) {
      self.init(maker) { fields in
        var reading = InstrumentReading()
        fill(&reading, &fields)
        return .reading(reading)
      }
    }
  }

  private static let readers: [AddressCode: Reader] = [
    AddressCode("PGRMZ"): Reader(.garmin, readings: GarminSentences.altitude),
    AddressCode("LXWP0"): Reader(.lx, readings: LXSentences.flight),
    AddressCode("LXWP1"): Reader(.lx) { .product(InstrumentProduct(&$0)) },
    AddressCode("LXWP2"): Reader(.lx) { .glideSettings(GlideSettings(&$0)) },
    AddressCode("LXWP3"): Reader(.lx) { .varioSettings(VarioSettings(&$0)) },
    AddressCode("PLXVF"): Reader(.lxnav, readings: LXSentences.fast),
    AddressCode("PLXVS"): Reader(.lxnav, readings: LXSentences.slow),
    AddressCode("POV"): Reader(.openVario, OpenVarioSentences.read),
    AddressCode("LK8EX1"): Reader(.lk8ex1, readings: SmallVarioSentences.lk8ex1),
    AddressCode("XCTRC"): Reader(.xcTracer, readings: SmallVarioSentences.xcTracer),
    AddressCode("PRS"): Reader(.blueFly, readings: SmallVarioSentences.blueFlyPressure),
    AddressCode("TMP"): Reader(.blueFly, readings: SmallVarioSentences.blueFlyTemperature),
    AddressCode("BAT"): Reader(.blueFly, readings: SmallVarioSentences.blueFlyBattery),
    AddressCode("PTAS1"): Reader(.borgelt, readings: GliderVarioSentences.borgelt),
    AddressCode("PZAN1"): Reader(.zander, readings: GliderVarioSentences.zanderAltitude),
    AddressCode("PZAN2"): Reader(.zander, readings: GliderVarioSentences.zanderSpeed),
    AddressCode("PCAID"): Reader(.cambridge, readings: GliderVarioSentences.cambridgeLogger),
    AddressCode("W"): Reader(.cambridge, readings: GliderVarioSentences.cambridgeWind),
    AddressCode("PGCS"): Reader(.volkslogger, readings: GliderVarioSentences.volkslogger),
    AddressCode("PDVDV"): Reader(.vega, readings: VegaSentences.vario),
    AddressCode("PDVDS"): Reader(.vega, readings: VegaSentences.acceleration),
    AddressCode("PDVVT"): Reader(.vega, readings: VegaSentences.temperature),
    AddressCode("PDSWC"): Reader(.vega, readings: VegaSentences.switches),
    AddressCode("PXCV"): Reader(.xcVario, readings: SensorBoxSentences.xcVario),
    AddressCode("PLARV"): Reader(.larus, readings: SensorBoxSentences.larusVario),
    AddressCode("PLARA"): Reader(.larus, readings: SensorBoxSentences.larusAttitude),
    AddressCode("PLARB"): Reader(.larus, readings: SensorBoxSentences.larusBattery),
    AddressCode("PLARD"): Reader(.larus, readings: SensorBoxSentences.larusDensity),
    AddressCode("PLARW"): Reader(.larus, readings: SensorBoxSentences.larusWind),
    AddressCode("RPYL"): Reader(.levil, readings: SensorBoxSentences.levilAttitude),
    AddressCode("APENV1"): Reader(.levil, readings: SensorBoxSentences.levilAir),
  ]
}
