/// The pages that the programs serve, with nothing loaded from elsewhere.
package enum Pages {
  /// The page of a recorder.
  package static let recorder = PageSite(
    page: PageFile(name: "page.html", bytes: PackageResources.page_html),
    files: shared + recorderFiles)
  /// The page of a receiver.
  package static let receiver = PageSite(
    page: PageFile(name: "receiver.html", bytes: PackageResources.receiver_html),
    files: shared + [PageFile(name: "receiver.js", bytes: PackageResources.receiver_js)])

  /// A file of the recorder's page by its path.
  package static func asset(path: String) -> PageAsset? { recorder.asset(path: path) }

  private static let shared = [
    PageFile(name: "api.js", bytes: PackageResources.api_js),
    PageFile(name: "build.js", bytes: PackageResources.build_js),
    PageFile(name: "choices.js", bytes: PackageResources.choices_js),
    PageFile(name: "clock.js", bytes: PackageResources.clock_js),
    PageFile(name: "dialogs.js", bytes: PackageResources.dialogs_js),
    PageFile(name: "dom.js", bytes: PackageResources.dom_js),
    PageFile(name: "format.js", bytes: PackageResources.format_js),
    PageFile(name: "freshness.js", bytes: PackageResources.freshness_js),
    PageFile(name: "icon.png", bytes: PackageResources.icon_png),
    PageFile(name: "icon.svg", bytes: PackageResources.icon_svg),
    PageFile(name: "page.css", bytes: PackageResources.page_css),
    PageFile(name: "settings.js", bytes: PackageResources.settings_js),
  ]

  private static let recorderFiles = [
    PageFile(name: "barogram.js", bytes: PackageResources.barogram_js),
    PageFile(name: "cards.js", bytes: PackageResources.cards_js),
    PageFile(name: "controls.js", bytes: PackageResources.controls_js),
    PageFile(name: "digits.js", bytes: PackageResources.digits_js),
    PageFile(name: "files.js", bytes: PackageResources.files_js),
    PageFile(name: "flights.js", bytes: PackageResources.flights_js),
    PageFile(name: "large.js", bytes: PackageResources.large_js),
    PageFile(name: "page.js", bytes: PackageResources.page_js),
    PageFile(name: "page.webmanifest", bytes: PackageResources.page_webmanifest),
    PageFile(name: "plot.js", bytes: PackageResources.plot_js),
    PageFile(name: "problems.js", bytes: PackageResources.problems_js),
    PageFile(name: "sources.js", bytes: PackageResources.sources_js),
    PageFile(name: "state.js", bytes: PackageResources.state_js),
    PageFile(name: "stream.js", bytes: PackageResources.stream_js),
    PageFile(name: "track.js", bytes: PackageResources.track_js),
    PageFile(name: "trackdata.js", bytes: PackageResources.trackdata_js),
  ]
}
