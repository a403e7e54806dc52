package import ServicePlan

/// What a pilot has given of an account at a service. It says nothing of itself.
package struct ServiceCredential: Equatable, Sendable, CustomStringConvertible,
  CustomDebugStringConvertible, CustomReflectable
{
  package let service: Service
  private var values: [ServiceField: String]

  /// Throws the first field that is missing or has a form that it cannot have; what the service has
  /// no use for is left out.
  package init(
    _ service: Service, _ values: [ServiceField: String]
  ) throws(ServiceFault) {
    self.service = service
    self.values = values.filter { service.fields.contains($0.key) }
    for field in service.fields {
      guard let value = values[field] else {
        if service.optionalFields.contains(field) { continue }
        throw .needsInput(field)
      }
      if !field.accepts(value) { throw .needsInput(field) }
    }
  }

  package subscript(field: ServiceField) -> String? { values[field] }

  /// The same with another value, which must be of the field's form.
  package func with(_ field: ServiceField, _ value: String) throws(ServiceFault) -> Self {
    var changed = values
    changed[field] = value
    return try ServiceCredential(service, changed)
  }

  /// What an upload needs and the pilot has not given.
  package var missingForUploads: [ServiceField] {
    service.uploadFields.filter { values[$0] == nil }
  }

  /// The fields in their order, for the file that keeps them.
  package var fields: [(field: ServiceField, value: String)] {
    service.fields.compactMap { field in values[field].map { (field, $0) } }
  }

  package var description: String { "credential of \(service.rawValue)" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
