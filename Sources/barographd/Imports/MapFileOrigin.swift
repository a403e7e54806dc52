import FlightModel
import ServicePlan
import SyncContract

/// Where a map file comes from, and what is told of it there.
struct MapFileOrigin {
  /// The contract's words.
  enum Source: String {
    case user, xcsoar, openaip

    /// Nil for a service that gives no map files.
    init?(_ service: Service) {
      switch service {
      case .xcsoar: self = .xcsoar
      case .openaip: self = .openaip
      case .weglide, .skylines, .charron, .soaringspot: return nil
      }
    }
  }

  /// Somebody's own.
  static let user = MapFileOrigin(source: .user)

  var source: Source
  /// Where it is good for.
  var area: String?
  /// Of its edition.
  var day: CivilDate?

  /// Of its row; of one's own file what a person has entered stays.
  var fields: [String: ContractValue] {
    guard source != .user else { return ["source": .text(source.rawValue)] }
    return [
      "source": .text(source.rawValue), "area": ContractValue(area),
      "contentUpdatedAt": ContractValue(day.map { UTCInstant($0).milliseconds }),
    ]
  }
}
