package import JSON

/// Where the page of this box is to be found.
package struct PageFacts: Equatable, Sendable {
  /// The address that the page listens on, in numbers; nil while it does not.
  package var address: String?
  package var port: Int64?
  /// Whether the configuration wants a page.
  package var isWanted: Bool
  /// Whether it is opened to the local network.
  package var isField: Bool
  /// Why it does not listen although it is wanted.
  package var fault: String?
  /// Only for those who may change something.
  package var token: String?

  package init(
    address: String? = nil, port: Int64? = nil, isWanted: Bool = false, isField: Bool = false,
    fault: String? = nil, token: String? = nil
  ) {
    self.address = address
    self.port = port
    self.isWanted = isWanted
    self.isField = isField
    self.fault = fault
    self.token = token
  }

  package var json: JSONValue {
    [
      "address": JSONValue(address), "port": JSONValue(port), "wanted": .bool(isWanted),
      "field": .bool(isField), "fault": JSONValue(fault), "token": JSONValue(token),
    ]
  }

  package init(json: JSONValue) throws(DocumentError) {
    let reader = JSONReader(json)
    self.init(
      address: try reader.textIfAny("address"), port: try reader.integerIfAny("port"),
      isWanted: try reader.flag("wanted"), isField: try reader.flag("field"),
      fault: try reader.textIfAny("fault"), token: try reader.textIfAny("token"))
  }
}
