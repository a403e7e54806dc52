import ControlAPI
import Devices
import FLARM

/// Jobs at instruments on the ground.
extension DaemonControl {
  func startGround(_ request: GroundRequest) throws(ControlError) -> String {
    guard let kind = InstrumentKind(rawValue: request.kind) else {
      throw ControlError(
        .badRequest, message: "there is no kind \(request.kind)", hint: "write flarm or vario")
    }
    let desk = desk
    let result = blockingCall(on: service.loop) { () -> Result<String, GroundDesk.Refusal> in
      do throws(GroundDesk.Refusal) {
        return .success(
          try await desk.start(
            request.job, at: request.instrument, kind: kind, isPromised: request.isPromised))
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success(let id): return id
    case .failure(let refusal): throw ControlError(refusal)
    }
  }

  func ground(after number: Int) throws(ControlError) -> GroundPage {
    let desk = desk
    let page = blockingCall(on: service.loop) { await desk.page(after: number) }
    return GroundPage(
      isRunning: page.isRunning, next: page.next, reports: page.reports, failure: page.failure)
  }

  func stopGround() throws(ControlError) {
    let desk = desk
    blockingCall(on: service.loop) { await desk.stop() }
  }
}

extension ControlError {
  /// Why a job was not begun.
  fileprivate init(_ refusal: GroundDesk.Refusal) {
    switch refusal {
    case .airborne:
      self.init(
        .airborne, message: "the recorder is airborne; nothing was sent",
        hint: "land first: commands may stop an instrument's warnings")
    case .busy:
      self.init(
        .busy, message: "another job at an instrument is being done",
        hint: "wait for it, or end it where it was started")
    case .loan(.lent(let id)):
      self.init(.busy, message: "somebody else speaks with \(id)", hint: "wait a moment")
    case .loan(.ambiguous(let ids)):
      self.init(
        .ambiguousID, message: "more than one is meant: \(ids.joined(separator: ", "))",
        hint: "name one of them")
    case .loan(.unknown(let name)):
      self.init(
        .notFound, message: "there is no instrument \(name)",
        hint: "`barograph devices` lists what is there")
    }
  }
}
