import ControlAPI
import Diagnosis
import FlightModel
import JSON

/// A diagnosis for programs. Adding fields is free; removing or repurposing one raises the number.
enum DoctorDocument {
  static let schema = 1

  static func json(_ diagnosis: Diagnosis, now: UTCInstant) -> JSONValue {
    [
      "schema": JSONValue(schema), "generated_at": .string(now.rfc3339),
      "version": .string(ProductVersion.text), "strict": .bool(diagnosis.isStrict),
      "exit_code": JSONValue(diagnosis.verdict.rawValue),
      "checks": .array(diagnosis.findings.map(json)),
    ]
  }

  private static func json(_ finding: Finding) -> JSONValue {
    [
      "id": .string(finding.id), "subject": .string(finding.subject.rawValue),
      "about": JSONValue(finding.about), "status": .string(finding.status.rawValue),
      "optional": .bool(finding.isOptional), "message": .string(finding.message),
      "fix": JSONValue(finding.fix),
    ]
  }
}
