import ControlAPI
import ControlDoubles
import FlightModel
import Testing

@Suite struct EventBookTests {
  private typealias Kind = RecentEvent.Kind

  /// The kinds of what a series of looks at changing facts gives.
  private func kinds(_ changes: [(inout StatusFacts) -> Void]) -> [Kind] {
    var book = EventBook()
    var facts = factsOnGround()
    book.note(facts, at: noon)
    for change in changes {
      change(&facts)
      book.note(facts, at: noon)
    }
    return book.events.map(\.kind)
  }

  private func factsOnGround() -> StatusFacts {
    var facts = factsInFlight()
    facts.recording = nil
    facts.clock.systemSteps = 0
    facts.host.isSupplyLow = false
    return facts
  }

  @Test func aFlightIsToldFromItsStartToItsEnd() {
    let whole = factsInFlight().recording!
    let kinds = kinds([
      {
        $0.recording = whole
        $0.recording?.takeoffAt = nil
      }, { $0.recording = whole }, { $0.recording = whole },
      { $0.recording?.landingAt = noon }, { $0.recording = nil },
    ])
    #expect(kinds == [.recordingStart, .takeoff, .landing, .recordingEnd])
  }

  @Test func whatWasGoingOnBeforeTheStartHasItsOwnTime() {
    var book = EventBook()
    book.note(factsInFlight(), at: noon)
    let recording = factsInFlight().recording
    #expect(book.events.first == RecentEvent(.recordingStart, at: recording?.startedAt))
    #expect(book.events.dropFirst().first == RecentEvent(.takeoff, at: recording?.takeoffAt))
  }

  @Test func aSourceIsLostAndComesBackAndItsFixIsNotToldApart() {
    let kinds = kinds([
      { $0.sources[0].link = .gone }, { $0.fix.state = .lost },
      {
        $0.sources[0].link = .connected
        $0.fix.state = .ok
      },
    ])
    #expect(kinds == [.sourceLost, .sourceBack])
  }

  @Test func aFixIsLostWhileItsSourceSpeaks() {
    #expect(
      kinds([{ $0.fix.mode = Fix.Mode.none }, { _ in }, { $0.fix.mode = .threeDimensional }])
        == [.fixLost, .fixBack])
  }

  @Test func whatNeverSpokeIsNotLostAndWhatIsTakenAwayIs() {
    let vario = SourceStatus(name: "x", title: "vario on ttyUSB0", link: .connected, state: .ok)
    #expect(
      kinds([{ $0.sources.append(SourceStatus(name: "y", link: .gone, state: .absent)) }]) == [])
    #expect(
      kinds([
        { $0.sources.append(vario) }, { $0.sources.removeLast() }, { $0.sources.append(vario) },
      ])
        == [.sourceLost, .sourceBack])
  }

  @Test func clockAndSupplyAreTold() {
    let kinds = kinds([
      { $0.clock.systemSteps = 1 }, { $0.host.isSupplyLow = true }, { $0.host.isSupplyLow = nil },
      { $0.host.isSupplyLow = false },
    ])
    #expect(kinds == [.clockStep, .lowSupply, .supplyBack])
  }

  @Test func aBoxWithoutAClockNamesNoTime() {
    var book = EventBook()
    var facts = factsOnGround()
    book.note(facts, at: noon)
    facts.clock.isPlausible = false
    facts.host.isSupplyLow = true
    book.note(facts, at: noon)
    facts.clock.isPlausible = nil
    facts.host.isSupplyLow = false
    book.note(facts, at: UTCInstant(milliseconds: 5000))
    #expect(book.events.map(\.at) == [nil, nil])
  }

  @Test func itIsBounded() {
    var book = EventBook()
    var facts = factsOnGround()
    for number in 0..<500 {
      facts.host.isSupplyLow = number % 2 == 0
      facts.sources = [SourceStatus(name: "n\(number)", link: .connected, state: .ok)]
      book.note(facts, at: noon)
    }
    #expect(book.events.count == EventBook.limit)
  }
}
