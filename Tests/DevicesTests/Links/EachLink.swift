import Devices
import FlightModel
import Linux
import Log

/// What a driver makes of the same bytes through each link.
enum EachLink {
  /// Plays `script` over the carrier to an instrument hub with one named instrument, and gives what
  /// came out until `isLast`. The script runs once the link stands, on a thread of its own.
  static func events(
    over carrier: Carrier, driver: InstrumentSettings.Driver, usesPosition: Bool = true,
    script: @escaping @Sendable (any Wire) -> Void, until isLast: (SourceEvent) -> Bool
  ) async throws -> [SourceEvent] {
    let wire = try await carrier.makeWire()
    let bench = try LinkBench()
    let (events, feed) = AsyncStream<SourceEvent>.makeStream()
    var settings = InstrumentSettings(address: wire.address, driver: driver)
    settings.usesPosition = usesPosition
    var configuration = HubConfiguration()
    configuration.instruments = [settings]
    configuration.followsUdev = false
    let calls = bench.calls
    let hub = InstrumentHub(
      configuration, loop: bench.loop,
      parts: InstrumentParts(
        link: { _ in wire.makeLink(calls) }, driver: InstrumentParts.standardDriver),
      log: Logger(subsystem: "instruments", sink: SilentLog())
    ) { batch in
      for event in batch { feed.yield(event) }
    }
    await hub.start()
    while await hub.statuses.first?.state != .listening { await bench.loop.pause(milliseconds: 1) }
    try Threads.spawn(name: "instrument") { script(wire) }
    var all: [SourceEvent] = []
    for await event in events {
      all.append(event)
      if isLast(event) { break }
    }
    await hub.shutdown()
    wire.hangUp()
    return all
  }
}
