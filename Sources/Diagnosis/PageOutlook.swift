/// Whether browsers find a page of the recorder, and who reaches it.
package struct PageOutlook: Equatable, Sendable {
  /// Where it is by the configuration; nil without a page.
  package var address: String?
  /// Whether the local network reaches it, with a token.
  package var isOpenToNetwork: Bool

  package init(address: String?, isOpenToNetwork: Bool) {
    self.address = address
    self.isOpenToNetwork = isOpenToNetwork
  }

  package var findings: [Finding] {
    var found = Findings(.page)
    if isOpenToNetwork {
      found.ok("page", "open to the local network, with a token (barograph page shows it)")
    } else if let address {
      found.ok("page", "for browsers on this box, at \(address)")
    } else {
      found.ok("page", "none (page.listen)")
    }
    return found.all
  }
}
