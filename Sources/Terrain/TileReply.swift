/// What a server's answer to the question for a tile means.
package enum TileReply: Equatable, Sendable {
  /// The archive, not looked into yet.
  case archive([UInt8])
  /// There is no such tile: sea, or ground that nobody measured.
  case absent
  /// An answer that is none, to this question alone; why.
  case unusable(String)
  /// The server, or the way to it, is the trouble: why, and how many seconds it asks to wait.
  case later(String, seconds: Int64?)
  case cancelled
}
