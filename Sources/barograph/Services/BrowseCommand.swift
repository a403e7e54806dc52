import CommandLineInterface
import ControlAPI

/// `barograph browse`: what services give.
enum BrowseCommand {
  static let spec = CommandSpec(
    path: ["browse"], summary: "show the flights, tasks and map files that services give",
    arguments: "[PATH]", argumentCount: 0...1,
    options: [OptionSpec("page", "N", "go on in a long list"), .json, .socket],
    details: """
      PATH is a service and what lies below it, folder by folder:

        weglide/flights            your flights at WeGlide
        skylines/date/2026-07-04   everybody's of a day
        soaringspot/DE/2026        competitions, then classes and days
        xcsoar/waypoints           the catalogue of XCSoar
        openaip                    airspace by country

      Without PATH the services are listed. barograph fetch takes in what is no
      folder.

      Exit codes: 0 shown, 1 the service wants an account, or does not accept it,
      66 there is no such path, 75 the service cannot be reached.
      """
  ) { (invocation) throws(Failure) in
    let path = invocation.arguments.first ?? ""
    var query = [("path", path)]
    if let page = invocation["page"] { query.append(("page", page)) }
    let daemon = DaemonConnection(invocation, timeoutSeconds: FetchCommand.patienceSeconds)
    let json = try daemon.call(.catalogue, query: query)
    let listing = try daemon.read(json) { (json) throws(DocumentError) in
      try CatalogueDocument(json: json)
    }
    if invocation.has("json") {
      try invocation.output.write(json)
    } else {
      try invocation.output.write(text(listing, path))
    }
    return 0
  }

  private static func text(_ listing: CatalogueDocument, _ path: String) -> String {
    if listing.entries.isEmpty { return "There is nothing in \(path).\n" }
    let table = TextTable(
      headings: ["PATH", "KIND", "DAY", "WHAT", "MORE"],
      rows: listing.entries.map { entry in
        [
          entry.path + (entry.kind == .folder ? "/" : ""), entry.kind.rawValue, entry.day ?? "",
          entry.title, entry.detail,
        ]
      }
    ).withoutEmptyColumns.text
    let more = listing.nextPage.map { "more: barograph browse \(path) --page \($0)\n" } ?? ""
    return table + more
  }
}
