import ControlAPI

/// What is said of the page.
enum PageText {
  /// The place for a page's own settings.
  private static let dropIn = "/etc/barograph/barograph.conf.d/page.conf"

  /// An address with the token behind it, where no server and no log sees it.
  static func link(_ url: String, _ token: String) -> String { "\(url)#token=\(token)" }

  static func text(_ facts: PageFacts, _ places: PagePlaces) -> String {
    if let fault = facts.fault { return "There is no page: \(fault)\n" }
    guard facts.isWanted else { return off }
    guard facts.address != nil, let token = facts.token else {
      return "The page is about to be opened. Ask again in a moment.\n"
    }
    let links = places.urls.map { "  \(link($0, token))\n" }.joined()
    return facts.isField ? field(links) : here(links, facts.port ?? 0)
  }

  private static func field(_ links: String) -> String {
    guard !links.isEmpty else {
      return "The page is open to the local network, but this box has no address there yet.\n"
    }
    return """
      The page is open to the local network, for whoever has its token:

      \(links)
      Scan the code with a phone in the same network. Without TLS, others in that
      network could listen. "barograph page --new-token" shuts everybody out again.

      """
  }

  private static func here(_ links: String, _ port: Int64) -> String {
    """
    The page is open to this machine alone. With its token it may change things:

    \(links)
    From another computer, through SSH:  ssh -L \(port):127.0.0.1:\(port) THIS-BOX
    To open it to the local network, write to
    \(dropIn):

      [page]
      field = yes

    and restart: sudo systemctl restart barographd

    """
  }

  private static let off = """
    There is no page. For this machine alone, write to
    \(dropIn):

      [page]
      listen = 127.0.0.1:8088

    or, for whoever has the token in the local network:

      [page]
      field = yes

    and restart: sudo systemctl restart barographd
    A recording that goes on is continued.

    """
}
