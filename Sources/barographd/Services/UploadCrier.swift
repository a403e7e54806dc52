import ControlAPI
import Log
import ServicePlan
import Services

/// Tells the journal of flights that have arrived, and of what needs a person.
struct UploadCrier: UploadListener {
  let log: Logger

  func tell(_ record: UploadRecord) {
    let facts = UploadFacts(record, nil, waitMs: nil)
    let text = "\(record.key.service.title): uploaded \(facts.line)"
    if record.stage == .done {
      log.notice(text, [.flight: record.key.flight])
    } else {
      log.warning(
        [text, facts.fix].compactMap { $0 }.joined(separator: "; "), [.flight: record.key.flight])
    }
  }

  func tellLogin(_ service: Service) {
    log.error(
      "\(service.title) does not accept the login; barograph services connect \(service.rawValue)")
  }
}
