import CSystemd

/// Sockets that a socket unit opened for this service (sd_listen_fds(3)).
package enum PassedSockets {
  /// Takes the descriptors of those that listen, once: the variables that name them are
  /// removed. Call it before anything is opened, which could have the number of one that is missing.
  package static func take() -> [Int32] {
    let count = sd_listen_fds(1)
    guard count > 0 else { return [] }
    return (0..<count).map { SD_LISTEN_FDS_START + $0 }.filter {
      sd_is_socket($0, 0, 0, 1) > 0
    }
  }
}
