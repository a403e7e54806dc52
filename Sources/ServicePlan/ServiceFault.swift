/// Why a service has not done what it was asked: every answer but a good one is one of these.
package enum ServiceFault: Error, Equatable, Sendable {
  /// Something is missing or wrong that a person has to give; asking again does not help.
  case needsInput(ServiceField)
  /// It will not, whatever is asked again; its words, bounded and printable.
  case refused(String)
  /// It does not know who asks: connect anew.
  case unauthorised
  /// It wants to be left alone for so many milliseconds.
  case retryLater(waitMs: Int64)
  /// No usable answer, with the cause for people: the network, a time-out, the service's own fault,
  /// a body that is none. The service may have done what was asked.
  case tryAgain(String)
}

extension ServiceFault: CustomStringConvertible {
  /// What happened and what to do, without a name of the service.
  package var description: String {
    switch self {
    case .needsInput(let field): "wants to know \(field.meaning)"
    case .refused(let words): "refuses: \(words)"
    case .unauthorised: "does not accept the login; connect anew"
    case .retryLater(let waitMs): "wants to be asked again in \((waitMs + 999) / 1000) s"
    case .tryAgain(let cause): "gave no usable answer: \(cause)"
    }
  }
}

/// What became of a flight that was sent.
package enum Placement: Equatable, Sendable {
  /// The service has taken it; under this id, if it tells one.
  case done(id: String?)
  /// The service says that it has it already. That counts once the flight can be seen there.
  case known(id: String?)
}

/// Whether a flight can be seen at a service.
package enum Sighting: Equatable, Sendable {
  /// Under this id, if it is known.
  case seen(id: String?)
  case unseen
}
