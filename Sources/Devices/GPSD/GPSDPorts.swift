import FlightModel

/// The devices that gpsd has. They stay its own while it cannot be asked: one that restarts must find
/// its receivers free.
package struct GPSDPorts: Equatable, Sendable {
  package private(set) var known: Set<String> = []

  package init() {}

  /// Takes a batch of a gpsd's events; tells whether its devices are others now.
  package mutating func take(_ events: [SourceEvent]) -> Bool {
    let before = known
    let isLinkLost = events.contains { event in
      if case .linkState(let state) = event { state != .watching } else { false }
    }
    for event in events {
      switch event {
      case .receiverAppeared(let id): known.insert(id.name)
      case .receiverGone(let id) where !isLinkLost: known.remove(id.name)
      default: break
      }
    }
    return known != before
  }
}
