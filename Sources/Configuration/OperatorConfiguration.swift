/// What an operator can decide about one program, as a table of keys tells it.
///
/// A value is made by applying the defaults of ``keys`` and then the files; nothing else sets one.
package protocol OperatorConfiguration: Equatable, Sendable {
  /// Without any value; only for ``defaults``.
  init()
  /// What an empty configuration means.
  static var defaults: Self { get }
  /// Every key, in the order of manual and example.
  static var keys: [ConfigurationKey<Self>] { get }
  /// Sections that may be given several times, one for each thing they describe.
  static var repeatable: Set<String> { get }
  /// The comment that the example file begins with.
  static var exampleHead: String { get }
  /// A repeatable section begins, for the first time in its file or again.
  mutating func begin(_ section: String, isFirst: Bool)
  /// A repeatable section was read to its end; what is wrong with it. One that says nothing, as in
  /// the example file, is dropped.
  mutating func end(_ section: String) -> String?
  /// Keys whose values are good and do not go together.
  var conflicts: [ConfigurationConflict] { get }
}

extension OperatorConfiguration {
  package var conflicts: [ConfigurationConflict] { [] }

  /// The defaults of every key.
  static func madeFromDefaults() -> Self {
    var configuration = Self()
    for key in keys {
      let complaint = key.assign(key.defaultText, &configuration)
      precondition(complaint == nil, "the default of \(key.name) is refused by its own rule")
    }
    return configuration
  }
}

/// A value that is good by itself and not beside another.
package struct ConfigurationConflict: Equatable, Sendable {
  /// The key to change, with its section.
  package var key: String
  package var message: String
}
