package import Linux

/// Follows the network's state from NetworkManager and the kernel's routes. Lives on the loop's
/// thread.
package actor NetworkWatch {
  package nonisolated let loop: EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    loop.asUnownedSerialExecutor()
  }
  /// The state once both sources have been heard, and each other one; a slow reader gets the latest.
  package nonisolated let states: AsyncStream<NetworkState>

  private let feed: AsyncStream<NetworkState>.Continuation
  private let address: String
  private var manager: NetworkManagerWatch?
  private var routes: RouteWatch?
  private var reading: NetworkManagerReading??
  private var hasDefaultRoute: Bool??
  private var last: NetworkState?

  package init(loop: EventLoop, busAddress: String = SystemBus.systemAddress) {
    self.loop = loop
    address = busAddress
    (states, feed) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Begins; a source that cannot be opened is one that is not there.
  package func start() {
    do {
      routes = try RouteWatch(loop: loop) { [unowned self] answer in
        assumeIsolated { $0.heard(route: answer) }
      }
    } catch {
      heard(route: nil)
    }
    manager = NetworkManagerWatch(loop: loop, address: address) { [unowned self] reading in
      assumeIsolated { $0.heard(reading) }
    }
  }

  /// Ends it and the stream.
  package func shutdown() {
    routes?.close()
    manager?.close()
    (routes, manager) = (nil, nil)
    feed.finish()
  }

  private func heard(_ reading: NetworkManagerReading?) {
    self.reading = .some(reading)
    publish()
  }

  private func heard(route: Bool?) {
    hasDefaultRoute = .some(route)
    publish()
  }

  private func publish() {
    guard let reading, let hasDefaultRoute else { return }
    let state = NetworkState(manager: reading, hasDefaultRoute: hasDefaultRoute)
    guard state != last else { return }
    last = state
    feed.yield(state)
  }
}
