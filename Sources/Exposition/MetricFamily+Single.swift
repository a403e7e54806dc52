/// Metrics of one sample without labels; none if the value is unknown.
extension MetricFamily {
  package static func gauge(_ name: String, _ help: String, _ value: Double?) -> MetricFamily {
    single(name, .gauge, help, value)
  }

  package static func gauge(_ name: String, _ help: String, _ value: Int64?) -> MetricFamily {
    single(name, .gauge, help, value.map { Double($0) })
  }

  /// 1 for true, 0 for false.
  package static func gauge(_ name: String, _ help: String, _ value: Bool?) -> MetricFamily {
    single(name, .gauge, help, value.map { $0 ? 1 : 0 })
  }

  package static func counter(_ name: String, _ help: String, _ value: Double?) -> MetricFamily {
    single(name, .counter, help, value)
  }

  package static func counter(_ name: String, _ help: String, _ value: Int64?) -> MetricFamily {
    single(name, .counter, help, value.map { Double($0) })
  }

  private static func single(
    _ name: String, _ kind: Kind, _ help: String, _ value: Double?
  ) -> MetricFamily {
    var family = MetricFamily(name, kind, help)
    family.add(value)
    return family
  }
}
