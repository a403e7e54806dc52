import FlightModel
import JSON
import Receiver

/// Accounts in words and in JSON.
enum AccountText {
  static func table(_ listings: [AccountAdministration.Listing]) -> String {
    listings.map { listing in
      let contact = listing.lastContactMs.map { "last heard of \(time($0))" } ?? "never heard of"
      let head = "\(listing.account.id)  \(listing.account.name)  \(contact)\n"
      return head + listing.devices.map { line(of: $0) }.joined()
    }.joined()
  }

  static func json(_ listing: AccountAdministration.Listing) -> JSONValue {
    [
      "id": .string(listing.account.id), "name": .string(listing.account.name),
      "created": .string(time(listing.account.createdAtMs)),
      "last_contact": time(listing.lastContactMs),
      "devices": .array(
        listing.devices.map { device in
          [
            "id": .string(device.id), "state": .string(device.state.rawValue),
            "created": .string(time(device.createdAtMs)),
            "expires": .string(time(device.expiresAtMs)),
            "last_used": time(device.lastUsedAtMs),
            "version": device.version.map { .string($0) } ?? .null,
          ]
        }),
    ]
  }

  private static func line(of device: AccountAdministration.Device) -> String {
    let version = device.version.map { ", version \($0)" } ?? ""
    let use = device.lastUsedAtMs.map { "last used \(time($0))" } ?? "never used"
    return "  device \(device.id)  \(device.state.rawValue), until "
      + "\(time(device.expiresAtMs)), \(use)\(version)\n"
  }

  private static func time(_ milliseconds: Int64?) -> JSONValue {
    milliseconds.map { .string(time($0)) } ?? .null
  }

  private static func time(_ milliseconds: Int64) -> String {
    UTCInstant(milliseconds: milliseconds).rfc3339
  }
}
