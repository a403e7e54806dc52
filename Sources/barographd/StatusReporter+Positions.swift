import ControlAPI
import Devices
import FlightModel
import Linux
import Recorder
import RecordingModel

/// The newest fix, and what it says of the clock.
extension StatusReporter {
  func fix(_ inputs: Inputs, _ now: MonotonicInstant) -> FixStatus {
    let recorder = inputs.service.recorder
    guard let fix = recorder.lastFix, let received = recorder.lastFixReceivedAt else {
      return FixStatus()
    }
    let age = seconds(since: received, now)
    var status = FixStatus(state: DataState(ageS: age, rateHz: inputs.fixesPerSecond), ageS: age)
    status.mode = fix.mode
    status.time = fix.recordedAt
    // What is lost is history: no value of it is shown as the present one.
    guard status.state != .lost else { return status }
    status.position = fix.position
    status.ellipsoidAltitudeM = fix.gnssAltitudeCm.map { Double($0) / 100 }
    status.meanSeaAltitudeM = recorder.meanSeaAltitudeCm.map { Double($0) / 100 }
    status.pressureAltitudeM = fix.pressureAltitudeCm.map { Double($0) / 100 }
    status.groundSpeedMPerS = fix.groundSpeedCmPerS.map { Double($0) / 100 }
    status.trackDeg = fix.bearingCentiDeg.map { Double($0) / 100 }
    status.climbMPerS = fix.varioCmPerS.map { Double($0) / 100 }
    status.horizontalErrorM = fix.horizontalErrorCm.map { Double($0) / 100 }
    status.verticalErrorM = fix.verticalErrorCm.map { Double($0) / 100 }
    status.satellitesUsed = fix.satellitesUsed
    let receiver = inputs.sources.lazy.flatMap(\.receivers).first {
      $0.id == recorder.activeReceiver
    }
    status.satellitesVisible = receiver?.satellitesVisible
    status.hdop = receiver?.hdop
    return status
  }

  func clock(_ inputs: Inputs, _ now: MonotonicInstant) -> ClockStatus {
    var status = comparedClock(inputs.service.recorder, now)
    let steps = inputs.observed.clock
    status.isSynchronised = SystemClock.isSynchronised()
    status.systemSteps = steps.count
    status.lastStepAt = steps.lastAt
    status.lastStepS = steps.lastMs.map { Double($0) / 1000 }
    return status
  }

  private func comparedClock(_ recorder: RecorderStatus, _ now: MonotonicInstant) -> ClockStatus {
    guard let fix = recorder.lastFix, let received = recorder.lastFixReceivedAt else {
      return ClockStatus()
    }
    let age = now.milliseconds(since: received)
    let offset = fix.recordedAt.advanced(byMilliseconds: age).milliseconds(
      since: SystemClock.wall())
    return ClockStatus(
      isPlausible: SystemClock.wall() >= Build.earliestPlausibleTime, source: "gnss",
      offsetS: Double(offset) / 1000, ageS: Double(age) / 1000,
      steps: Int64(recorder.fixes.backward + recorder.fixes.jumpedAhead))
  }
}
