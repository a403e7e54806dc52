package import FlightModel
package import JSON

/// What `GET /v1/instruments` answers: what is there and what it was recognised as. It expires as
/// the status document does.
package struct InstrumentsDocument: Equatable, Sendable {
  /// Adding fields is free; removing or repurposing one raises this.
  package static let schema = 1

  package var generatedAt: UTCInstant
  /// Configured ones first, then by id.
  package var instruments: [InstrumentFacts]
  package var ports: [LeftPortFacts]
  /// By address.
  package var nearby: [NearbyFacts]
  package var bluetooth: AdapterFacts

  package init(
    generatedAt: UTCInstant, instruments: [InstrumentFacts], ports: [LeftPortFacts] = [],
    nearby: [NearbyFacts] = [], bluetooth: AdapterFacts
  ) {
    self.generatedAt = generatedAt
    self.instruments = instruments
    self.ports = ports
    self.nearby = nearby
    self.bluetooth = bluetooth
  }

  package var expiresAt: UTCInstant {
    generatedAt.advanced(byMilliseconds: StatusDocument.lifetimeMs)
  }

  /// Whether it may be shown as the state of things; one from the future may not either.
  package func isCurrent(at now: UTCInstant) -> Bool {
    now <= expiresAt && now >= generatedAt.advanced(byMilliseconds: -StatusDocument.lifetimeMs)
  }

  package var json: JSONValue {
    [
      "schema": JSONValue(Self.schema), "generated_at": .string(generatedAt.rfc3339),
      "expires_at": .string(expiresAt.rfc3339),
      "instruments": .array(instruments.map(\.json)), "ports": .array(ports.map(\.json)),
      "nearby": .array(nearby.map(\.json)), "bluetooth": bluetooth.json,
    ]
  }

  /// Reads a document of schema 1; anything else is refused, since a field may mean something new.
  package init(json: JSONValue) throws(DocumentError) {
    let reader = JSONReader(json)
    let schema = try reader.integer("schema")
    guard schema == Self.schema else {
      throw DocumentError(
        field: "schema", cause: "is \(schema), this program knows \(Self.schema); update it")
    }
    self.init(
      generatedAt: try reader.time("generated_at"), instruments: [],
      bluetooth: try AdapterFacts(try reader.object("bluetooth")))
    for item in try reader.list("instruments") { instruments.append(try InstrumentFacts(item)) }
    for item in try reader.list("ports") { ports.append(try LeftPortFacts(item)) }
    for item in try reader.list("nearby") { nearby.append(try NearbyFacts(item)) }
  }
}

extension InstrumentFacts {
  var json: JSONValue {
    [
      "id": .string(id), "configured": .bool(isConfigured), "kind": JSONValue(kind),
      "product": JSONValue(product), "serial_number": JSONValue(serialNumber),
      "firmware": JSONValue(firmware), "address": .string(address),
      "devnode": JSONValue(devnode), "transport": .string(transport),
      "link": .string(link.rawValue), "state": .string(state.rawValue),
      "age_s": JSONValue(ageS, places: 2), "speed_bps": JSONValue(speed),
      "rate_hz": JSONValue(rateHz, places: 1), "messages": .integer(messages),
      "unknown": .integer(unknown), "refused": .integer(refused), "bytes": .integer(bytes),
      "reconnects": .integer(reconnects), "gives_position": .bool(givesPosition),
      "problem": JSONValue(problem), "remedy": JSONValue(remedy),
      "shared_port": JSONValue(sharedPort), "clients": .integer(clients),
    ]
  }

  init(_ reader: JSONReader) throws(DocumentError) {
    self.init(
      id: try reader.text("id"), isConfigured: try reader.flag("configured"),
      kind: try reader.textIfAny("kind"), address: try reader.text("address"),
      devnode: try reader.textIfAny("devnode"), transport: try reader.text("transport"),
      link: try reader.word("link", LinkState.self),
      state: try reader.word("state", DataState.self), ageS: try reader.numberIfAny("age_s"))
    product = try reader.textIfAny("product")
    serialNumber = try reader.textIfAny("serial_number")
    firmware = try reader.textIfAny("firmware")
    speed = try reader.integerIfAny("speed_bps")
    rateHz = try reader.numberIfAny("rate_hz")
    messages = try reader.integer("messages")
    unknown = try reader.integer("unknown")
    refused = try reader.integer("refused")
    bytes = try reader.integer("bytes")
    reconnects = try reader.integer("reconnects")
    givesPosition = try reader.flag("gives_position")
    problem = try reader.textIfAny("problem")
    remedy = try reader.textIfAny("remedy")
    sharedPort = try reader.integerIfAny("shared_port")
    clients = try reader.integer("clients")
  }
}

extension NearbyFacts {
  var json: JSONValue {
    [
      "address": .string(address), "name": JSONValue(name), "kind": JSONValue(kind),
      "signal_dbm": JSONValue(signalDBm), "configured": .bool(isConfigured),
    ]
  }

  init(_ reader: JSONReader) throws(DocumentError) {
    self.init(
      address: try reader.text("address"), name: try reader.textIfAny("name"),
      kind: try reader.textIfAny("kind"), signalDBm: try reader.integerIfAny("signal_dbm"),
      isConfigured: try reader.flag("configured"))
  }
}

extension LeftPortFacts {
  var json: JSONValue {
    [
      "id": .string(id), "devnode": .string(devnode), "product": JSONValue(product),
      "reason": .string(reason), "owner": JSONValue(owner), "message": .string(message),
      "remedy": JSONValue(remedy),
    ]
  }

  init(_ reader: JSONReader) throws(DocumentError) {
    self.init(
      id: try reader.text("id"), devnode: try reader.text("devnode"),
      product: try reader.textIfAny("product"), reason: try reader.text("reason"),
      owner: try reader.textIfAny("owner"), message: try reader.text("message"),
      remedy: try reader.textIfAny("remedy"))
  }
}

extension AdapterFacts {
  var json: JSONValue {
    ["state": .string(state), "problem": JSONValue(problem), "remedy": JSONValue(remedy)]
  }

  init(_ reader: JSONReader) throws(DocumentError) {
    self.init(
      state: try reader.text("state"), problem: try reader.textIfAny("problem"),
      remedy: try reader.textIfAny("remedy"))
  }
}
