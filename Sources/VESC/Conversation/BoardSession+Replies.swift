import FlightModel

extension BoardSession {
  /// The controller whose values a request asks for.
  private func index(of request: VESCRequest) -> Int? {
    controllers.firstIndex { $0.canID == request.canID }
  }

  /// Whether it is the asked controller that replies, and not another to somebody else.
  func isFromAsked(_ reply: VESCReply, _ request: VESCRequest) -> Bool {
    guard let index = index(of: request) else { return true }
    switch reply {
    case .values(let values):
      let isAnothers = controllers.enumerated().contains { place, other in
        place != index && values.controllerID != nil && other.controllerID == values.controllerID
      }
      return !isAnothers && controllers[index].isMeant(by: values.controllerID)
    case .setup(let values):
      return request.canID == nil || controllers[index].isMeant(by: values.controllerID)
    default: return true
    }
  }

  /// Takes the reply to a request; true when the board's seldom told facts changed.
  mutating func take(
    _ reply: VESCReply, to request: VESCRequest, at now: MonotonicInstant
  ) -> Bool {
    switch reply {
    case .values(let values): take(values, to: request, at: now)
    case .setup(let values): take(values, at: now)
    case .limits(let limits):
      schedule.answered(.limits, at: now)
      calibration = SpeedCalibration(limits)
    case .battery(let values):
      schedule.answered(.battery, at: now)
      battery = (values, now)
    case .canBus(let ids):
      schedule.answered(.pingCAN, at: now)
      take(canIDs: ids, at: now)
    case .refloat(let reply): take(reply, at: now)
    case .firmware, .inertial, .statistics, .gnss, .print: break
    }
    return reply.holdsFacts
  }

  /// Nobody answered a request.
  mutating func missed(_ request: VESCRequest, at now: MonotonicInstant) {
    switch request.question {
    case .values, .valuesSelective:
      if let index = index(of: request) { controllers[index].missed(at: now) }
    case .firmwareVersion where strangers.first == request.canID && request.canID != nil:
      strangers.first.map { missedStranger($0) }
    case .firmwareVersion: schedule.missed(.firmware, at: now)
    case .setup, .setupSelective: schedule.missed(.setup, at: now)
    case .motorLimits: schedule.missed(.limits, at: now)
    case .battery: schedule.missed(.battery, at: now)
    case .pingCAN: schedule.missed(.pingCAN, at: now)
    case .refloat(.info): schedule.missed(.refloatInfo, at: now)
    case .refloat(.alerts): schedule.missed(.alerts, at: now)
    case .refloat(.allData(let mode)):
      if mode != .motion { schedule.missed(.counters, at: now) }
      missedRefloat(at: now)
    case .refloat, .inertial, .statistics, .gnss: break
    }
  }

  private mutating func take(
    _ values: MotorValues, to request: VESCRequest, at now: MonotonicInstant
  ) {
    guard let index = index(of: request) else { return }
    controllers[index].take(values, at: now)
    if index == 0, let steps = values.tachometerAbsolute {
      if hasNoOdometer { odometer.startWithoutOdometer() }
      odometer.take(steps: steps, metresPerStep: calibration?.metresPerStep)
    }
  }

  private mutating func take(_ values: SetupValues, at now: MonotonicInstant) {
    if hasRestarted(values) {
      schedule.hasten(.limits, at: now)
      schedule.hasten(.firmware, at: now)
    }
    schedule.answered(.setup, at: now)
    setup = (values, now)
    if let id = values.controllerID { controllers[0].identify(as: id) }
    if let metres = values.odometer { odometer.take(odometerM: metres) }
  }

  /// Whether the way can only be counted: neither SETUP nor Refloat has an odometer.
  private var hasNoOdometer: Bool {
    calibration != nil && refloat == nil && setup?.values.odometer == nil
      && schedule.isSettled(.setup) && schedule.isSettled(.refloatInfo)
  }

  /// Whether the uptime went back, other than by its wrap at 2^32 ms.
  private func hasRestarted(_ values: SetupValues) -> Bool {
    guard let before = setup?.values.uptime, let uptime = values.uptime else { return false }
    return uptime < before && before < 4_290_000
  }

  private mutating func take(_ reply: RefloatReply, at now: MonotonicInstant) {
    noteRefloat()
    switch reply {
    case .info(let info):
      schedule.answered(.refloatInfo, at: now)
      refloat = info
    case .allData(let data):
      ride = (data, now)
      guard data.mode >= RefloatAllDataMode.counters.rawValue else { return }
      schedule.answered(.counters, at: now)
      refloatCounters = (data, now)
      if setup?.values.odometer == nil, schedule.isSettled(.setup), let metres = data.odometer {
        odometer.take(odometerM: metres)
      }
    case .fault: ride = nil
    case .alerts(let alerts):
      schedule.answered(.alerts, at: now)
      alertNames = alerts.activeNames
    case .oldRealtime, .realtime: break
    }
  }
}

extension VESCReply {
  fileprivate var holdsFacts: Bool {
    switch self {
    case .setup, .battery, .refloat(.alerts): true
    default: false
    }
  }
}
