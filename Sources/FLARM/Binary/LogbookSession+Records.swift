extension LogbookSession {
  // MARK: The list

  mutating func beginList() -> [GroundAction] { ask(.selectRecord(0)) }

  private mutating func ask(_ request: BinaryRequest) -> [GroundAction] {
    state = .listing(request)
    tries = 1
    return send(request)
  }

  mutating func repeatQuestion(_ request: BinaryRequest) -> [GroundAction] {
    guard tries < Self.tryLimit else {
      return leave(.failed(.silent("the list stops after \(flights.count) flights")))
    }
    tries += 1
    return send(request)
  }

  /// The device answered a question of the list; nil is a refusal.
  mutating func listed(_ request: BinaryRequest, _ frame: BinaryFrame?) -> [GroundAction] {
    switch (request, frame) {
    case (.selectRecord, nil): return beginFiles()
    case (.selectRecord, _): return ask(.getRecordInfo)
    default: return note(frame)
    }
  }

  /// Enters a flight into the list, without details if its description cannot be read.
  private mutating func note(_ frame: BinaryFrame?) -> [GroundAction] {
    let record = flights.count
    let described = frame.flatMap { LoggerFlight(record: record, infoPayload: $0.payload) }
    let flight = described ?? LoggerFlight(record: record)
    flights.append(flight)
    let next = flights.count
    return [.report(.flight(flight))]
      + (next < Self.recordLimit ? ask(.selectRecord(UInt8(next))) : beginFiles())
  }

  // MARK: Files

  private mutating func beginFiles() -> [GroundAction] {
    wanted = selection.chosen(of: flights)
    return nextFile()
  }

  private mutating func nextFile() -> [GroundAction] {
    tries = 0
    shownPercent = -1
    return wanted.isEmpty ? leave(.finished) : chooseFile()
  }

  private mutating func chooseFile() -> [GroundAction] {
    guard let flight = wanted.first else { return leave(.finished) }
    state = .choosing
    tries += 1
    return send(.selectRecord(UInt8(truncatingIfNeeded: flight.record)))
  }

  mutating func beginFile() -> [GroundAction] {
    guard let flight = wanted.first else { return leave(.finished) }
    fileSize = 0
    emptyBlocks = 0
    return [.report(.file(flight, .begin))] + askForBlock()
  }

  mutating func askForBlock() -> [GroundAction] {
    state = .reading
    return send(.getIGCData)
  }

  /// Goes back to choosing the record, so that the device starts the file over.
  mutating func retryFile(_ reason: String) -> [GroundAction] {
    tries < Self.tryLimit ? chooseFile() : abandonFile(reason)
  }

  private mutating func abandonFile(_ reason: String) -> [GroundAction] {
    guard let flight = wanted.first else { return leave(.finished) }
    wanted.removeFirst()
    return [.report(.file(flight, .abandoned(reason)))] + nextFile()
  }

  mutating func read(_ frame: BinaryFrame) -> [GroundAction] {
    guard let flight = wanted.first, let block = IGCBlock(payload: frame.payload)
    else { return retryFile("a block makes no sense") }
    fileSize += block.data.count
    guard fileSize <= Self.fileLimit else { return abandonFile("the file is too long") }
    var actions: [GroundAction] = []
    if !block.data.isEmpty { actions.append(.report(.file(flight, .data(Array(block.data))))) }
    actions += progress(block.isLast ? 100 : min(100, block.percent), of: flight)
    if block.isLast { return actions + completeFile(flight) }
    return actions + continueFile(isEmpty: block.data.isEmpty)
  }

  private mutating func progress(_ percent: Int, of flight: LoggerFlight) -> [GroundAction] {
    guard percent > shownPercent else { return [] }
    shownPercent = percent
    return [.report(.progress(percent: percent, of: flight.fileName))]
  }

  private mutating func completeFile(_ flight: LoggerFlight) -> [GroundAction] {
    wanted.removeFirst()
    return [.report(.file(flight, .complete))] + nextFile()
  }

  private mutating func continueFile(isEmpty: Bool) -> [GroundAction] {
    guard isEmpty else {
      emptyBlocks = 0
      return askForBlock()
    }
    emptyBlocks += 1
    guard emptyBlocks <= Self.emptyBlockLimit else { return retryFile("only empty blocks came") }
    state = .pausing
    return [.arm(milliseconds: timings.emptyBlock)]
  }
}
