import ControlAPI
import Linux
import Settings
import Store
import SyncContract
import SyncEngine

/// The backup to a server, and its account.
extension DaemonControl {
  func syncFacts() throws(ControlError) -> SyncFacts {
    let backup = try wantedBackup()
    return blockingCall(on: service.loop) { await backup.facts() }
  }

  func syncNow() throws(ControlError) -> SyncFacts {
    let backup = try wantedBackup()
    return blockingCall(on: service.loop) {
      await backup.service.asked()
      return await backup.facts()
    }
  }

  func resumeSync() throws(ControlError) -> SyncFacts {
    let backup = try wantedBackup()
    return blockingCall(on: service.loop) {
      await backup.service.resumed()
      return await backup.facts()
    }
  }

  func switchSync(isOn: Bool) throws(ControlError) -> SyncFacts {
    _ = try change(
      .appSettings,
      ["key": .text(SettingKey.syncEnabled.name), "valueJson": .text(isOn ? "true" : "false")])
    return try syncFacts()
  }

  func verifySync() throws(ControlError) -> VerifyResult {
    let backup = try wantedBackup()
    return try answered { () async throws(ControlError) in try await backup.verify() }
  }

  func account() throws(ControlError) -> AccountFacts {
    let backup = try wantedBackup()
    return blockingCall(on: service.loop) { await backup.account() }
  }

  func signIn(server: String, code: String) throws(ControlError) -> AccountFacts {
    let backup = try wantedBackup()
    return try answered { () async throws(ControlError) in
      try await backup.signIn(server: server, code: code)
    }
  }

  func signOut() throws(ControlError) -> AccountFacts {
    let backup = try wantedBackup()
    let uploads = serviceParts.uploads
    return try answered { () async throws(ControlError) in
      try await uploads?.disconnectAll()
      return try await backup.signOut()
    }
  }

  func resetAccount(erasing: Bool) throws(ControlError) -> String? {
    let (service, stop, backup, uploads) = (service, stop, backup, serviceParts.uploads)
    let isBusy = blockingCall(on: service.loop) { await service.isBusy }
    guard !isBusy else {
      throw ControlError(
        .busy, message: "a recording is going on, or its file is being written",
        hint: "wait until it has ended (barograph status)")
    }
    let path: String?
    do throws(SystemError) {
      path = try AccountReset(folder: folder).order(erasing: erasing, at: SystemClock.wall())
    } catch {
      throw ControlError(
        .storageFailed, message: "the reset cannot be noted: \(error)", hint: "check the disk")
    }
    blockingCall(on: service.loop) {
      await uploads?.shutdown()
      await backup?.service.reset()
      await stop.restartSoon()
    }
    return path
  }

  /// Without its threads there is no backup; recording goes on all the same.
  private func wantedBackup() throws(ControlError) -> Backup {
    guard let backup else {
      throw ControlError(
        .failed, message: "the backup could not be started",
        hint: "see journalctl -u barographd")
    }
    return backup
  }

  func answered<Value: Sendable>(
    _ body: @escaping @Sendable () async throws(ControlError) -> Value
  ) throws(ControlError) -> Value {
    let outcome: Result<Value, ControlError> = blockingCall(on: service.loop) {
      do throws(ControlError) {
        return .success(try await body())
      } catch {
        return .failure(error)
      }
    }
    switch outcome {
    case .success(let value): return value
    case .failure(let error): throw error
    }
  }
}
