package import Configuration

/// The page of the manual on a program's configuration, made from its table of keys.
package enum ConfigurationPage<Subject: OperatorConfiguration> {
  /// `file` is the file's name below `/etc/barograph`, `program` what reads it.
  package static func of(file: String, program: String) -> ManualPage {
    ManualPage(
      name: file, number: 5, summary: "the configuration of \(program)",
      sections: [
        .init("SYNOPSIS", [.paragraph("/etc/barograph/\(file), /etc/barograph/\(file).d/*.conf")]),
        .init("DESCRIPTION", .blocks(form(file, program))),
        .init("SECTIONS AND KEYS", keys),
        .init("SEE ALSO", [.paragraph("\(program)(8)")]),
      ])
  }

  private static func form(_ file: String, _ program: String) -> String {
    """
    `\(program)` reads `/etc/barograph/\(file)` and then every `*.conf` file of \
    `/etc/barograph/\(file).d/`, sorted by name. A later file overrides an earlier one key by \
    key; its sections of a kind that may be repeated, if it has any, replace all earlier ones of \
    that kind.

    `\(program) --check-config` reads the same files, prints every problem with its file and line, \
    and changes nothing. A change takes effect with the next start of the service.

    A comment has a line of its own and begins with # or ;. A value reaches to the end of its \
    line. Quotes around it are optional and keep blanks at its ends; inside them \\" is a quote \
    and \\\\ a backslash. A key that is not known is refused, with the nearest one that is:

      [section]
      # a comment
      key = value
    """
  }

  private static var keys: [ManualPage.Block] {
    ConfigurationManual<Subject>.sections.flatMap { section in
      let isRepeatable = Subject.repeatable.contains(section)
      return [
        ManualPage.Block.heading("[\(section)]"),
        .paragraph(isRepeatable ? "May be repeated, one section for each." : "May be given once."),
        .terms(ConfigurationManual<Subject>.keys(of: section).map(term)),
      ]
    }
  }

  private static func term(_ key: ConfigurationKey<Subject>) -> ManualPage.Term {
    let unit = key.unit.map { " (\($0))" } ?? ""
    let value = key.defaultText.isEmpty ? "empty" : "`\(key.defaultText)`"
    return ManualPage.Term(
      key.key, value: "= VALUE",
      "\(key.meaning) Type: \(key.type)\(unit). Default: \(value). \(key.reason)")
  }
}

extension [ManualPage.Block] {
  fileprivate static func blocks(_ text: String) -> Self { ManualPage.Block.blocks(text) }
}
