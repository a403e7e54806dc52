/// Why a catalogue has not told or given what it was asked for.
package enum CatalogueFault: Error, Equatable, Sendable {
  /// There is nothing of this name.
  case absent
  /// It is a folder and cannot be fetched, or something in it and has no listing.
  case wrongKind
  /// A path of this service goes on otherwise; how, for people: `DE/2026`.
  case path(String)
  case service(ServiceFault)
}
