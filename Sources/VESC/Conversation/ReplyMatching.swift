extension VESCRequest.Question {
  /// Whether a reply is of the kind that this question asks for. Who replies is another matter.
  func isAnswered(by reply: VESCReply) -> Bool {
    switch (self, reply) {
    case (.firmwareVersion, .firmware), (.pingCAN, .canBus), (.motorLimits, .limits),
      (.battery, .battery):
      true
    case (.values, .values(let values)): values.mask == .all
    case (.valuesSelective(let mask), .values(let values)): values.mask == mask
    case (.setup, .setup(let values)): values.mask == .all
    case (.setupSelective(let mask), .setup(let values)): values.mask == mask
    case (.inertial(let mask), .inertial(let values)): values.mask == mask
    case (.statistics(let mask), .statistics(let values)): values.mask == UInt32(mask)
    case (.gnss(let mask), .gnss(let values)): values.mask == UInt32(mask)
    case (.refloat(let question), .refloat(let reply)): question.isAnswered(by: reply)
    default: false
    }
  }
}

extension VESCRequest.RefloatQuestion {
  fileprivate func isAnswered(by reply: RefloatReply) -> Bool {
    switch (self, reply) {
    case (.info, .info), (.oldRealtime, .oldRealtime), (.alerts, .alerts), (.allData, .fault): true
    case (.allData(let mode), .allData(let data)): data.mode >= mode.rawValue
    case (.realtime(let mask1, let mask2), .realtime(let data)):
      data.mask1 == mask1 && data.mask2 == mask2
    default: false
    }
  }
}
