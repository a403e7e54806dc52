/// One flight on its way to one service.
package struct UploadKey: Hashable, Sendable {
  /// The flight's id, 64 hexadecimal digits.
  package var flight: String
  package var service: Service

  package init(flight: String, service: Service) {
    self.flight = flight
    self.service = service
  }
}

/// How far a flight is on its way to a service, as it is kept over restarts.
package struct UploadRecord: Equatable, Sendable {
  /// The raw value is what is kept.
  package enum Stage: String, CaseIterable, Sendable {
    /// It is to be sent.
    case waiting
    /// Written before a request: read after a restart it means that nobody knows what became of it.
    case sending
    /// A request has ended without a usable answer: the service is looked at before anything else.
    case unsure
    /// The service says that it has the flight, and it cannot be seen there yet.
    case known
    /// It is there, and is to be made public.
    case placed
    /// It is there.
    case done
    /// A person has to give something; `detail` names the field.
    case needsInput = "needs-input"
    /// The service will not have it; `detail` has its words.
    case refused
  }

  package var key: UploadKey
  package var stage: Stage
  /// The flight's id at the service, where it has told one.
  package var serverID: String?
  /// What `stage` says of it.
  package var detail: String?

  package init(
    _ key: UploadKey, _ stage: Stage = .waiting, serverID: String? = nil, detail: String? = nil
  ) {
    self.key = key
    self.stage = stage
    self.serverID = serverID
    self.detail = detail
  }

  /// Whether something is left to do without a person.
  package var isOpen: Bool {
    switch stage {
    case .waiting, .sending, .unsure, .known, .placed: true
    case .done, .needsInput, .refused: false
    }
  }

  /// What it waits for a person to give.
  package var neededInput: ServiceField? {
    stage == .needsInput ? detail.flatMap(ServiceField.init) : nil
  }
}
