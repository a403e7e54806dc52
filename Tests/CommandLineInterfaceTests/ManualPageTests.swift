import CommandLineInterface
import Configuration
import Testing

@Suite struct ManualPageTests {
  private func roff(_ blocks: ManualPage.Block...) -> [Substring] {
    let page = ManualPage(
      name: "x-y", number: 1, summary: "what it is", sections: [.init("TEXT", blocks)])
    return RoffText.of(page, version: "x 1.0", date: "2026-07-04").split(separator: "\n")
  }

  @Test func aPageBeginsWithItsNameAndDate() {
    #expect(
      roff(.paragraph("words")) == [
        #".TH "X\-Y" "1" "2026-07-04" "x 1.0" "Barograph""#, #".SH "NAME""#,
        #"x\-y \- what it is"#, #".SH "TEXT""#, "words",
      ])
  }

  @Test func whatRoffWouldObeyIsText() {
    let lines = roff(.paragraph(#".so /etc/passwd C:\n "quoted" it's – 3 `--x` ~^"#))
    #expect(
      lines.last == #"\&.so /etc/passwd C:\en "quoted" it\(aqs \[u2013] 3 \fB\-\-x\fR \(ti\(ha"#)
    #expect(roff(.example([".SH x"])).contains(#"\&.SH x"#))
    #expect(roff(.heading("a \"b\"")).last == #".SS "a \(dqb\(dq""#)
    #expect(roff(.paragraph("bell\u{7} and \u{1B}[31m")).last == "bell  and  [31m")
  }

  @Test func boldWordsEndWithTheirLine() {
    let text = String(repeating: "word ", count: 14) + "`bold from here to there` and on"
    let lines = roff(.paragraph(text)).suffix(2)
    #expect(lines.first?.hasSuffix(#"\fBbold\fR"#) == true)
    #expect(lines.last == #"\fBfrom here to there\fR and on"#)
  }

  @Test func textIsPartedAtEmptyLinesAndExamplesStay() {
    #expect(
      ManualPage.Block.blocks("one\ntwo\n\n  code  x\n    more\n\nlong  a\nx     b") == [
        .paragraph("one two"), .example(["code  x", "  more"]), .example(["long  a", "x     b"]),
      ])
  }

  @Test func aConfigurationsPageHasEveryKey() {
    let page = ConfigurationPage<DaemonConfiguration>.of(
      file: "barograph.conf", program: "barographd")
    #expect(page.path == "man5/barograph.conf.5")
    let text = PlainText.of(page)
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
    for key in DaemonConfiguration.keys {
      #expect(lines.contains { $0 == "\(key.key) = VALUE" }, "\(key.name)")
    }
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }
}
