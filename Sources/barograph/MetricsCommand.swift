import CommandLineInterface
import ControlAPI
import Linux

/// `barograph metrics`.
enum MetricsCommand {
  static let spec = CommandSpec(
    path: ["metrics"], summary: "print the recorder's figures for Prometheus",
    options: [
      OptionSpec("textfile", "PATH", "replace this file instead, for node_exporter"), .socket,
    ],
    details: """
      Prints what the status document tells in Prometheus' text format
      (docs/metrics.md lists all of it). What is unknown is left out; nothing tells
      where the box is.

      With --textfile the file is replaced as a whole, so that node_exporter never
      reads half of it; its name has to end in .prom for that.

      If the recorder cannot be asked the text is barograph_up 0, and the command has
      done its work: it ends with 0, so that the alarm comes from Prometheus.
      """
  ) { (invocation) throws(Failure) in
    let text = Metrics.text(of: StatusFeed(invocation).ask())
    guard let path = invocation["textfile"] else {
      try invocation.output.write(text)
      return 0
    }
    do throws(SystemError) {
      try Files.replace(path, with: text.utf8, mode: 0o644)
      return 0
    } catch {
      throw Failure(
        .cannotCreate, "textfile-failed", "\(path) cannot be written: \(error)",
        hint: "see that its folder is there and may be written")
    }
  }
}
