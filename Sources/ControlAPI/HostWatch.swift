package import FlightModel
package import Linux
import Synchronization

/// Reads the box's sensors at most once in ten seconds, however many ask.
package final class HostWatch: Sendable {
  fileprivate struct State {
    var reading = HostReading()
    var readAt: MonotonicInstant?
    var cpuShare: Double?
    var lowSupplies: Int64 = 0
    var lowSupplyAt: MonotonicInstant?
  }

  private static let intervalMs: Int64 = 10_000

  private let sensors: HostSensors
  private let state = Mutex(State())

  package init(sensors: HostSensors = HostSensors()) { self.sensors = sensors }

  /// Looks at the supply while nobody asks, on a thread that may block; returns at once on a board
  /// that says nothing of it.
  package func run(on loop: EventLoop) async {
    while sensors.tellsSupply, !Task.isCancelled {
      _ = status(at: SystemClock.monotonic())
      await loop.pause(milliseconds: Self.intervalMs, tolerance: 2000)
    }
  }

  /// As it was read last.
  package func last(at now: MonotonicInstant) -> HostStatus {
    state.withLock { $0.status(at: now) }
  }

  /// As of now or of a moment ago; may block on the kernel's files.
  package func status(at now: MonotonicInstant) -> HostStatus {
    state.withLock { state in
      if state.readAt.map({ now.milliseconds(since: $0) >= Self.intervalMs }) ?? true {
        state.take(sensors.read(), at: now)
      }
      return state.status(at: now)
    }
  }
}

extension HostWatch.State {
  fileprivate mutating func take(_ new: HostReading, at now: MonotonicInstant) {
    if let ticks = new.processorTicks, let before = reading.processorTicks, ticks > before,
      let busy = new.busyTicks, let busyBefore = reading.busyTicks
    {
      cpuShare = min(1, max(0, Double(busy - busyBefore) / Double(ticks - before)))
    }
    if new.isSupplyLow == true {
      if reading.isSupplyLow != true { lowSupplies += 1 }
      lowSupplyAt = now
    }
    (reading, readAt) = (new, now)
  }

  fileprivate func status(at now: MonotonicInstant) -> HostStatus {
    func age(_ instant: MonotonicInstant) -> Double {
      Double(max(0, now.milliseconds(since: instant))) / 1000
    }
    var status = HostStatus()
    status.cpuShare = cpuShare
    status.temperatureC = reading.temperatureC
    status.residentBytes = reading.residentBytes
    status.cpuS = reading.cpuS
    status.writtenBytes = reading.writtenBytes
    status.isSupplyLow = reading.isSupplyLow
    status.wasSupplyLow = lowSupplies > 0 ? true : reading.wasSupplyLow
    status.lowSupplies = reading.isSupplyLow == nil ? nil : lowSupplies
    status.lowSupplyAgeS = lowSupplyAt.map(age)
    status.ageS = readAt.map(age)
    return status
  }
}
