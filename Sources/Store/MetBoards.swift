import FlightModel
package import RecordingModel
import SyncContract

extension StoreDatabase {
  /// The board of a motor controller: the one that has its identity for an id; else the lowest id among
  /// those with its Bluetooth address; else a new one. A board that was deleted is not brought back:
  /// its controller gets a new one. Names that a person has given stay; an address or transport that
  /// was not known is filled in.
  package func board(of identity: BoardIdentity) throws(StoreError) -> String {
    var candidate = ContractKey.fitting(identity.key)
    for attempt in 2... {
      guard let known = try contents.board(candidate) else { break }
      if known.deletedAt == nil {
        try complete(known, from: identity)
        return candidate
      }
      candidate = ContractKey.fitting("\(attempt):\(identity.key)")
    }
    if let owner = try boardWithAddress(of: identity) { return owner }
    try insert(
      Board(
        id: candidate, name: identity.name.isEmpty ? identity.key : identity.name,
        bleID: identity.bluetoothAddress, transport: identity.transport, origin: .met))
    return candidate
  }

  private func boardWithAddress(of identity: BoardIdentity) throws(StoreError) -> String? {
    guard let address = identity.bluetoothAddress?.lowercased() else { return nil }
    return try contents.boards().filter { $0.bleID?.lowercased() == address && $0.deletedAt == nil }
      .map(\.id).min()
  }

  private func complete(_ board: Board, from identity: BoardIdentity) throws(StoreError) {
    var news: [String: ContractValue] = [:]
    if let address = identity.bluetoothAddress, address != board.bleID {
      news["bleId"] = .text(ContractKey.withoutNul(address))
    }
    if board.transport == nil {
      news["transport"] = .text(ContractKey.withoutNul(identity.transport))
    }
    guard !news.isEmpty else { return }
    news["id"] = .text(board.id)
    let fields = news
    _ = try write("complete-board") { (writer) throws(StoreError) in
      try writer.put(.boards, fields, isTimed: false)
    }
  }
}
