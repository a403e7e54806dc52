package import RecordingModel

/// The writer on its own thread: every call runs on the executor that it was given, so that a card
/// that stalls holds up nobody else.
package actor StoreWriter {
  private let executor: any SerialExecutor
  private let database: StoreDatabase

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Opens the database on `executor`, a thread that may block.
  package static func open(
    _ settings: StoreSettings, on executor: any SerialExecutor
  ) async throws(StoreError) -> StoreWriter {
    let opener = Opener(executor: executor)
    return StoreWriter(executor: executor, database: try await opener.open(settings))
  }

  private init(executor: any SerialExecutor, database: sending StoreDatabase) {
    self.executor = executor
    self.database = database
  }

  /// Opens on the thread where the writer is going to live.
  private actor Opener {
    let executor: any SerialExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(executor: any SerialExecutor) { self.executor = executor }

    func open(_ settings: StoreSettings) throws(StoreError) -> sending StoreDatabase {
      try StoreDatabase(settings)
    }
  }

  /// Makes a batch durable (`StoreDatabase.commit`).
  @discardableResult
  package func commit(_ batch: RecordingBatch) throws(StoreError) -> CommitOutcome {
    try database.commit(batch)
  }

  /// Lends the database for anything else; what comes out must be sendable.
  package func perform<Result: Sendable>(
    _ body: @Sendable (StoreDatabase) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try body(database)
  }

  /// Copies the log into the file and closes both.
  package func close() throws(StoreError) { try database.close() }
}
