import FlightModel
import NMEA

/// What is made of the good sentences of one link: fixes, samples, traffic, and who speaks.
struct InstrumentReader {
  private(set) var flarm: FLARMListener

  private let receiver: ReceiverID
  private let configuration: NMEADriver.Configuration
  private var recognition = InstrumentRecognition()
  private var assembler: PositionAssembler
  private var fixes: [Fix] = []
  private var hasAppeared = false
  private var pressureSource = SourcePreference()
  private var varioSource = SourcePreference()

  init(receiver: ReceiverID, configuration: NMEADriver.Configuration) {
    self.receiver = receiver
    self.configuration = configuration
    flarm = FLARMListener(receiver: receiver)
    assembler = PositionAssembler(receiver: receiver)
  }

  /// Whether sentences wait to become a fix.
  var isHoldingPosition: Bool { assembler.isHolding }

  /// Takes a sentence; false when nobody here reads it.
  mutating func take(
    _ sentence: Sentence, at now: MonotonicInstant, _ output: inout DriverOutput
  ) -> Bool {
    if let position = PositionSentence(sentence) {
      take(position, at: now, &output)
    } else if flarm.take(sentence, at: now, &output.events) {
      recognition.note(flarm.versions)
    } else if let (maker, content) = InstrumentSentence.read(sentence) {
      recognition.note(maker, content)
      if case .reading(let reading) = content { take(reading, sentence, at: now, &output) }
    } else {
      return false
    }
    if let identity = recognition.takeNews() { output.recognised = identity }
    return true
  }

  /// Says that the line is quiet.
  mutating func flushPosition(_ output: inout DriverOutput) {
    assembler.flush(&fixes)
    giveFixes(&output)
  }

  /// Says that the link is gone.
  mutating func closed(_ output: inout DriverOutput) {
    flushPosition(&output)
    if hasAppeared { output.events.append(.receiverGone(receiver)) }
    hasAppeared = false
  }

  private mutating func take(
    _ position: PositionSentence, at now: MonotonicInstant, _ output: inout DriverOutput
  ) {
    recognition.notePosition()
    guard configuration.usesPosition else { return }
    if !hasAppeared {
      hasAppeared = true
      output.events.append(.receiverAppeared(receiver))
    }
    assembler.take(position, at: now, &fixes)
    giveFixes(&output)
  }

  private mutating func giveFixes(_ output: inout DriverOutput) {
    for fix in fixes { output.events.append(.fix(fix)) }
    fixes.removeAll(keepingCapacity: true)
  }

  private mutating func take(
    _ reading: InstrumentReading, _ sentence: Sentence, at now: MonotonicInstant,
    _ output: inout DriverOutput
  ) {
    let rank = SourcePreference.rank(of: sentence)
    if let altitude = pressureAltitudeCm(reading, of: sentence),
      pressureSource.accepts(rank, at: now)
    {
      give(.pressureAltitudeCm(altitude), at: now, &output)
    }
    if let vario = reading.varioMPerS?.hundredths, varioSource.accepts(rank, at: now) {
      give(.varioCmPerS(vario), at: now, &output)
    }
  }

  private func give(
    _ reading: Sample.Reading, at now: MonotonicInstant, _ output: inout DriverOutput
  ) {
    let sample = Sample(source: receiver.name, receivedAt: now, reading: reading)
    output.events.append(.sample(sample))
  }

  /// Only what is above 1013.25 hPa: as a `PGRMZ` is behind a FLARM and behind LXNAV.
  private func pressureAltitudeCm(_ reading: InstrumentReading, of sentence: Sentence) -> Int32? {
    if let metres = reading.pressureAltitudeM { return metres.hundredths }
    guard let altitude = reading.altitude, altitude.reference == .unknown else { return nil }
    let isBehindStandard = flarm.isHeard || recognition.isLX
    let isStandard =
      configuration.altitudeIsStandard ?? (sentence.hasAddress("PGRMZ") && isBehindStandard)
    return isStandard ? altitude.metres.hundredths : nil
  }
}
