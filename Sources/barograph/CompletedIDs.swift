import CommandLineInterface
import ControlAPI
import FlightModel
import JSON
import SyncContract

/// The ids that a shell offers for a group of commands, asked of the recorder; none if it does not
/// answer within five seconds.
enum CompletedIDs {
  static func of(_ group: String) -> [Completion.Candidate] {
    do throws(Failure) {
      let daemon = DaemonConnection(Invocation(), timeoutSeconds: 5)
      switch group {
      case "flights": return try flights(daemon)
      case "rides": return try rides(daemon)
      case "quarantine": return try quarantine(daemon)
      default:
        return try RowGroup.all.first { $0.word == group }.map { group throws(Failure) in
          try rows(daemon, group)
        } ?? []
      }
    } catch {
      return []
    }
  }

  private static func flights(_ daemon: DaemonConnection) throws(Failure) -> [Completion.Candidate]
  {
    let json = try daemon.call(.flights, query: [("limit", "50")])
    return try daemon.read(json) { (json) throws(DocumentError) in try FlightList.read(json) }.map {
      let declared = [$0.declaration.pilot, $0.declaration.gliderType].filter { !$0.isEmpty }
      let about = [StatusText.day($0.takeoffAt ?? $0.firstFixAt)] + declared
      return .init(String($0.id.prefix(12)), about.joined(separator: ", "))
    }
  }

  private static func rides(_ daemon: DaemonConnection) throws(Failure) -> [Completion.Candidate] {
    let json = try daemon.call(.rides, query: [("limit", "50")])
    return try daemon.read(json) { (json) throws(DocumentError) in try RideList.read(json) }
      .map { .init($0.id, $0.boardTitle) }
  }

  private static func quarantine(
    _ daemon: DaemonConnection
  ) throws(Failure) -> [Completion.Candidate] {
    let json = try daemon.call(.quarantine)
    return try daemon.read(json) { (json) throws(DocumentError) in try QuarantinedFile.list(json) }
      .map { .init(String($0.id.prefix(12)), $0.name) }
  }

  private static func rows(
    _ daemon: DaemonConnection, _ group: RowGroup
  ) throws(Failure) -> [Completion.Candidate] {
    let json = try daemon.call(.rows(group.table))
    return try daemon.read(json) { (json) throws(DocumentError) in
      try RowDocument.rows(json, of: group.table)
    }.compactMap { row in
      guard let id = row["id"]?.text, row["deletedAt"]?.integer == nil else { return nil }
      return .init(id, (row["name"] ?? row["filename"])?.text ?? "")
    }
  }
}
