import ControlAPI
import FlightModel
import Settings
import Store
import SyncContract

/// What a person looks at, and who flies what.
extension DaemonControl {
  func open(_ table: ContractTable, id: String) throws(ControlError) -> Bool {
    try edit { (database) throws(StoreError) in try database.noteOpened(table, id) }
  }

  func declaration() throws(ControlError) -> Declaration {
    let configured = configured
    return try query { (contents) throws(StoreError) in
      try contents.settings().declaration(over: configured)
    }
  }
}
