/// What the box itself may have against a safe recording.
extension HealthRules {
  func boxProblems(_ facts: StatusFacts) -> [Problem] {
    let host = facts.host
    let wasLow = host.lowSupplyAgeS.map { $0 < supplyMemoryS } ?? false
    guard host.isSupplyLow == true || wasLow else { return [] }
    let count = host.lowSupplies.map { $0 > 1 ? ", \($0) times since the start" : "" } ?? ""
    let what = host.isSupplyLow == true ? "is too low" : "was too low a moment ago"
    return [
      Problem(
        id: "supply-low", severity: .warning, message: "the box's supply \(what)\(count)",
        fix: "use a shorter, thicker cable or a stronger supply: a dip may end the recording")
    ]
  }
}
