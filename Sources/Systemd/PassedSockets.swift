import CSystemd
import Glibc

/// Sockets that a socket unit opened for this service (sd_listen_fds(3)).
package enum PassedSockets {
  /// Takes their descriptors, once: the variables that name them are removed.
  package static func take() -> [Int32] {
    let count = sd_listen_fds(1)
    return count > 0 ? (0..<count).map { SD_LISTEN_FDS_START + $0 } : []
  }
}
