import ControlAPI
import FlightModel
import ServicePlan

extension UploadFacts {
  /// A record as the API tells of it.
  init(_ record: UploadRecord, _ obstacle: UploadObstacle?, waitMs: Int64?) {
    let service = record.key.service
    self.init(service: service.rawValue, title: service.title, state: State(record.stage))
    serverID = record.serverID
    detail = record.neededInput.map { "wants to know \($0.meaning)" } ?? record.detail
    fix = Self.fix(record)
    waitS = waitMs.map { Double($0) / 1000 }
    guard record.isOpen, let obstacle else { return }
    detail = obstacle.sentence
    if obstacle == .login || obstacle == .notConnected {
      fix = "barograph services connect \(service.rawValue)"
    }
  }

  private static func fix(_ record: UploadRecord) -> String? {
    let (service, flight) = (record.key.service.rawValue, record.key.flight.prefix(12))
    switch record.neededInput {
    case let field? where field.isOfFlight:
      return
        "barograph flights set \(flight) --\(field.rawValue) …, then barograph upload \(flight)"
    case let field? where field.isSecret: return "barograph services connect \(service)"
    case let field?: return "barograph services connect \(service) --\(field.rawValue) …"
    case nil: break
    }
    return record.stage == .refused ? "barograph upload \(flight) --to \(service) tries again" : nil
  }
}

extension UploadFacts.State {
  init(_ stage: UploadRecord.Stage) {
    self =
      switch stage {
      case .waiting: .waiting
      case .sending: .sending
      case .unsure: .unsure
      case .known: .known
      case .placed, .done: .done
      case .needsInput: .needsInput
      case .refused: .refused
      }
  }
}

extension ServiceFacts.State {
  init(_ obstacle: UploadObstacle?) {
    self =
      switch obstacle {
      case nil: .ready
      case .notConnected: .notConnected
      case .login: .login
      case .offline: .offline
      case .metered: .metered
      case .retryLater: .waiting
      }
  }
}

extension UploadObstacle {
  /// What stands in the way, for people.
  fileprivate var sentence: String {
    switch self {
    case .notConnected: "no account there"
    case .login: "the login is not accepted"
    case .offline: "no network"
    case .metered(true): "for an unmetered network"
    case .metered(false): "for a network that is known to be unmetered"
    case .retryLater: "for the time that the service asks for"
    }
  }
}

extension ControlError {
  /// Why an account cannot be connected.
  init(_ fault: ServiceFault, _ service: Service) {
    switch fault {
    case .needsInput(let field):
      self.init(
        .badRequest, message: "\(service.title) wants \(field.meaning)",
        hint: field.isSecret ? "type it when it is asked for" : "give it with --\(field.rawValue)")
    case .unauthorised:
      self.init(
        .wrongCode, message: "\(service.title) does not accept the login",
        hint: "nothing was changed; try again, but not often: services lock accounts")
    case .refused(let words):
      self.init(
        .badRequest, message: "\(service.title) refuses: \(words)", hint: "nothing was changed")
    case .retryLater, .tryAgain:
      self.init(.unreachable, message: "\(service.title) \(fault)", hint: "try again later")
    }
  }
}
