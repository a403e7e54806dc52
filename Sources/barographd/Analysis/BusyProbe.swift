import Synchronization

/// Tells whether something is being recorded, for parts that are made before the recorder.
final class BusyProbe: Sendable {
  private let service = Mutex<RecordingService?>(nil)

  func watch(_ service: RecordingService) { self.service.withLock { $0 = service } }

  var isBusy: Bool {
    get async {
      let service = service.withLock { $0 }
      return await service?.isBusy ?? true
    }
  }
}
