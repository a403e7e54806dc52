import SyncContract
import SyncPlan

extension SyncService {
  /// What a ticket of the schedule stands for.
  struct Round {
    let ticket: SyncTicket
    let dialect: ContractDialect
    let limits: ContractLimits
    var work: SyncWork?
    /// The body of the work as it travels, where it was read ahead.
    var packed: [UInt8]?
    var exchange: Int?
  }

  func scan(_ ticket: SyncTicket, _ limits: ContractLimits) async {
    guard !isDialectOpen else { return handle(.scanFailed(ticket)) }
    let dialect = dialect
    round = Round(ticket: ticket, dialect: dialect, limits: limits)
    do {
      let ready = try await takeAhead(for: ticket, limits)
      let work: SyncWork
      if let ready {
        work = .batch(ready.batch)
      } else {
        work = try await writing { try await store.scan(dialect, limits) }
      }
      guard round?.ticket == ticket else { return }
      round?.work = work
      round?.packed = ready?.packed
      if work.scan == .nothing {
        progress.note(at: clock.now())
        if failures.last?.cause == .database { failures.last = nil }
      }
      handle(.scanned(ticket, work.scan))
    } catch {
      guard round?.ticket == ticket else { return }
      note(.database, "what waits cannot be read: \(error)")
      handle(.scanFailed(ticket))
    }
  }

  func send(_ ticket: SyncTicket, timeoutMs: Int64) async {
    guard let round, round.ticket == ticket, let work = round.work else { return }
    guard let credential = account.credential else {
      return handle(.answered(ticket, .unauthorized))
    }
    let answer: SyncAnswer
    do {
      var request = try await request(for: work, credential, round)
      request.timeoutMs = timeoutMs
      guard self.round?.ticket == ticket else { return }
      let id = exchanges.takeID()
      self.round?.exchange = id
      spawn { await $0.readAhead(of: ticket) }
      let reply = await exchange(request, as: id)
      guard self.round?.ticket == ticket else { return }
      self.round?.exchange = nil
      answer = await judge(reply, to: work)
    } catch {
      note(.database, "a file cannot be made ready: \(error)")
      answer = .unreachable
    }
    guard self.round?.ticket == ticket else { return }
    handle(.answered(ticket, answer))
  }

  func commit(_ ticket: SyncTicket) async {
    guard ticket.generation == schedule.generation, let round, round.ticket == ticket,
      let work = round.work, !life.isHalted
    else { return handle(.commitFailed(ticket)) }
    guard round.dialect == dialect, !isDialectOpen else {
      handle(.commitFailed(ticket))
      // The server has done nothing wrong: the rows go again at once.
      return handle(.dialectChanged)
    }
    do {
      try await writing {
        switch work {
        case .batch(let batch): try await store.commit(batch.advances, in: round.dialect)
        case .blob(let blob): try await store.accept(blob)
        }
      }
      guard ticket.generation == schedule.generation else { return }
      committed(work)
      handle(.committed(ticket))
    } catch {
      note(.database, "cursors cannot be written: \(error)")
      handle(.commitFailed(ticket))
    }
  }

  private func committed(_ work: SyncWork) {
    progress.note(at: clock.now())
    if case .batch(let batch) = work, batch.rowCount == 0 { return }
    failures.last = nil
    kept.lastSuccessAtMs = clock.utcNowMs()
    if progress.isSuccessDue(at: clock.now()) { owe(.success) }
  }

  /// Gives the round up; its request ends at once.
  func cancelRound(_ ticket: SyncTicket) {
    guard let round, round.ticket == ticket else { return }
    self.round = nil
    if let id = round.exchange { exchanges.finish(id, with: .cancelled) }
  }
}

extension SyncService {
  /// Whether the server takes gzipped bodies. Strict never does: a gzipped batch is read as extended.
  /// Before the first App Status of a run the dialect that was kept decides.
  func takesGzip(_ dialect: ContractDialect) -> Bool {
    dialect == .extended && handshake.status?.capabilities.contains("gzip") != false
  }

  private func request(
    for work: SyncWork, _ credential: DeviceCredential, _ round: Round
  ) async throws -> SyncRequest {
    switch work {
    case .batch(let batch):
      var request = SyncRequest(
        .post, "/api/sync", at: credential.origin, bearer: credential.token)
      // Without it the server would count in the strict dialect what could be either.
      if round.dialect == .extended { request.contentType = "application/json; dialect=extended" }
      let packed = round.packed ?? packed(batch, in: round.dialect)
      request.isGzipped = !packed.isEmpty && packed.count < batch.body.count
      request.body = .bytes(request.isGzipped ? packed : batch.body)
      return request
    case .blob(let blob):
      let takesGzip = takesGzip(round.dialect)
      let content = try await writing { try await store.content(of: blob, gzipped: takesGzip) }
      var request = SyncRequest(.put, blob.path, at: credential.origin, bearer: credential.token)
      request.contentType = "application/octet-stream"
      request.isGzipped = content.isGzipped
      request.body = .file(path: content.path, bytes: content.bytes)
      return request
    }
  }

  /// What the reply means.
  private func judge(_ reply: SyncReply, to work: SyncWork) async -> SyncAnswer {
    switch reply {
    case .answer(let response):
      let answer = await judge(response, to: work)
      if let cause = answer.transientCause { note(cause, "the server answers \(response.status)") }
      return answer
    case .unreachable(let text):
      note(.unreachable, text)
      return .unreachable
    case .timedOut:
      note(.timedOut, "no answer in time")
      return .timedOut
    case .cancelled:
      note(.unreachable, "given up")
      return .unreachable
    }
  }

  private func judge(_ response: SyncResponse, to work: SyncWork) async -> SyncAnswer {
    switch work {
    case .blob:
      if response.status == 200 || response.status == 201 { return .accepted }
      return SyncAnswer(response, refusal: ServerRefusal(body: response.body, sent: nil))
    case .batch(let batch):
      if response.status == 200 { return SyncAnswer(response, sent: batch.counts) }
      let refusal = ServerRefusal(body: response.body, sent: batch)
      guard response.status == 409, refusal.slug == "missing-blob",
        let table = refusal.table, let cursor = refusal.cursor,
        progress.maySendBlobAgain(CursorAdvance(table: table, cursor: cursor))
      else { return SyncAnswer(response, refusal: refusal) }
      do {
        try await writing { try await store.forgetBlob(of: table, cursor: cursor) }
        return .failing(waitMs: nil)
      } catch {
        return .failing(waitMs: nil)
      }
    }
  }
}

extension SyncAnswer {
  /// Judges an answer that is no acceptance, or one of a batch by what was sent.
  fileprivate init(
    _ response: SyncResponse, refusal: ServerRefusal = ServerRefusal(), sent: AcceptedCounts? = nil
  ) {
    self.init(
      status: response.status, body: response.body, refusal: refusal,
      retryAfter: response.retryAfter, date: response.date,
      sent: sent ?? AcceptedCounts(dialect: .strict))
  }

  fileprivate var transientCause: FailureCause? {
    switch self {
    case .throttled: .throttled
    case .failing: .failing
    default: nil
    }
  }
}

extension SyncWork {
  /// What the scan has found, for the schedule. A blob is one row with more behind it.
  var scan: SyncScan {
    switch self {
    case .batch(let batch): batch.scan
    case .blob(let blob):
      .rows(
        1, bytes: Int(clamping: blob.bytes),
        last: CursorAdvance(table: blob.table, cursor: blob.cursor), hasMore: true)
    }
  }
}
