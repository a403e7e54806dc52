/// The colours of the drawings, each with one value for light and one for dark surroundings. Climb
/// and sink differ in lightness as well as in hue.
package enum Ink: String, Sendable, CaseIterable {
  case sheet, border, panel, grid, text, muted
  case gnss, pressure, ground
  case takeoff, landing, highest
  case climb0, climb1, climb2, climb3, climb4, climb5, climb6
  case task, faiTriangle, triangle, threeTurnpoints, fiveTurnpoints
  case launch, left, right, mixed, powered

  /// As CSS writes it.
  package var light: String { Self.values[self]!.light }
  package var dark: String { Self.values[self]!.dark }

  private static let values: [Ink: (light: String, dark: String)] = [
    .sheet: ("#ffffff", "#10161d"), .border: ("#d0d7de", "#303b47"),
    .panel: ("#f7f9f6", "#161e27"), .grid: ("#e2e7e0", "#25303b"),
    .text: ("#1f2933", "#e6ebf0"), .muted: ("#5f6b76", "#9fabb7"),
    .gnss: ("#1d5fa8", "#6cb2f5"), .pressure: ("#c2570c", "#f0924c"),
    .ground: ("#dccfb6", "#4a4130"),
    .takeoff: ("#1a7f37", "#4cc271"), .landing: ("#b3261e", "#ff8a80"),
    .highest: ("#5b2a86", "#c9a2f2"),
    .climb0: ("#2b3a8f", "#7d8cf0"), .climb1: ("#2f72b8", "#5ba3ea"),
    .climb2: ("#63a3cf", "#8cc3e8"), .climb3: ("#8b939b", "#7c8791"),
    .climb4: ("#e3a21a", "#f2bd4a"), .climb5: ("#e0661a", "#f5843c"),
    .climb6: ("#b8141e", "#ff5c5c"),
    .task: ("#111827", "#f3f4f6"), .faiTriangle: ("#6d28d9", "#b794f6"),
    .triangle: ("#0f766e", "#4fd1c5"), .threeTurnpoints: ("#be185d", "#f687b3"),
    .fiveTurnpoints: ("#4d7c0f", "#a3d65c"),
    .launch: ("#57606a", "#a6b0ba"), .left: ("#b42318", "#ff8a7a"),
    .right: ("#1a7f37", "#5fd08a"), .mixed: ("#8a6d1f", "#e0c068"),
    .powered: ("#6b21a8", "#c792ea"),
  ]
}

/// How a canvas writes its colours.
enum Theme {
  /// The light values, for a file of its own.
  case light
  /// The names of the page's custom properties (`Ink.property`), which the page may change.
  case page

  func value(_ ink: Ink) -> String {
    switch self {
    case .light: ink.light
    case .page: "var(\(ink.property))"
    }
  }
}

extension Ink {
  /// The name of the colour's CSS custom property.
  package var property: String { "--\(rawValue)" }
}
