/// What one check came to.
package struct Finding: Equatable, Sendable {
  package enum Status: String, Sendable, CaseIterable {
    case ok
    case warning
    case failure
    /// Could not be looked at; never to be taken for good.
    case notChecked = "not-checked"
  }

  /// Short and stable: `gpsd-reachable`.
  package var id: String
  package var subject: Subject
  /// What it is about where there are several: a source's name, a path.
  package var about: String?
  package var status: Status
  /// Whether a box records safely without it; it then counts only with `--strict`.
  package var isOptional = false
  /// What was found, or why it was not looked at.
  package var message: String
  /// What to do; nil where nothing is wrong.
  package var fix: String?

  package init(
    id: String, subject: Subject, about: String? = nil, status: Status, isOptional: Bool = false,
    message: String, fix: String? = nil
  ) {
    self.id = id
    self.subject = subject
    self.about = about
    self.status = status
    self.isOptional = isOptional
    self.message = message
    self.fix = fix
  }

  /// Whether something is wrong.
  package var isBad: Bool { status == .warning || status == .failure }
}

/// A fact, or why it is not known.
package enum Known<Value: Sendable>: Sendable {
  case known(Value)
  case unknown(String)

  package var value: Value? {
    if case .known(let value) = self { value } else { nil }
  }
}

/// The findings of one subject while they are gathered.
struct Findings {
  let subject: Subject
  private(set) var all: [Finding] = []

  init(_ subject: Subject) { self.subject = subject }

  mutating func ok(_ id: String, _ message: String) { add(id, .ok, message) }

  mutating func skip(_ id: String, _ reason: String) { add(id, .notChecked, reason) }

  mutating func warn(
    _ id: String, _ message: String, fix: String, about: String? = nil, optional: Bool = false
  ) { add(id, .warning, message, fix: fix, about: about, optional: optional) }

  mutating func fail(_ id: String, _ message: String, fix: String, about: String? = nil) {
    add(id, .failure, message, fix: fix, about: about)
  }

  /// Judges what is known; of what is not, the reason is noted.
  mutating func judge<Value>(
    _ id: String, _ fact: Known<Value>, _ body: (inout Findings, Value) -> Void
  ) {
    switch fact {
    case .known(let value): body(&self, value)
    case .unknown(let reason): skip(id, reason)
    }
  }

  private mutating func add(
    _ id: String, _ status: Finding.Status, _ message: String, fix: String? = nil,
    about: String? = nil, optional: Bool = false
  ) {
    all.append(
      Finding(
        id: id, subject: subject, about: about, status: status, isOptional: optional,
        message: message, fix: fix))
  }
}
