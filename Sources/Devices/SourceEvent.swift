package import FLARM
package import FlightModel

/// What a source has to say, in the order of its arrival.
package enum SourceEvent: Equatable, Sendable {
  case fix(Fix)
  case sample(Sample)
  case traffic(TrafficReport)
  /// A receiver became available.
  case receiverAppeared(ReceiverID)
  /// A receiver is no longer there, or the link to it is not.
  case receiverGone(ReceiverID)
  case linkState(GPSDLink.State)
}
