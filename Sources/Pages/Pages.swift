/// The pages that the programs serve, with nothing loaded from elsewhere.
package enum Pages {
  /// The page of a recorder.
  package static let recorder = PageSite(assets: [:])
  /// The page of a receiver.
  package static let receiver = PageSite(assets: [:])

  /// A file of the recorder's page by its path.
  package static func asset(path: String) -> PageAsset? { recorder.asset(path: path) }
}
