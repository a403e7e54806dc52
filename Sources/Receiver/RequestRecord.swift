import Log

/// What the log says of a request: who, what, how much, how long; no token, path, coordinate or row.
struct RequestRecord {
  let startMs: Int64
  var route = "unknown"
  var account: String?
  var slug: String?
  var cause: String?
  /// How much.
  var counts: [LogField: Int] = [:]

  init(startMs: Int64) { self.startMs = startMs }
}

extension ReceiverRouter {
  func write(
    _ record: RequestRecord, _ request: ReceiverRequest, _ response: ReceiverResponse
  ) {
    counters.note(record, request, response)
    var fields: [LogField: String] = [
      .request: record.route, .status: "\(response.status)",
      .milliseconds: "\(clock.monotonicMs() - record.startMs)",
      .bytesIn: "\(request.body.count)", .bytesOut: "\(response.body.count)",
    ]
    fields[.account] = record.account
    fields[.error] = record.slug
    for (name, count) in record.counts { fields[name] = "\(count)" }
    if let cause = record.cause {
      log.error("\(record.route) failed: \(cause)", fields)
    } else if record.route == "health" {
      log.debug("request answered", fields)
    } else {
      log.info("request answered", fields)
    }
  }
}
