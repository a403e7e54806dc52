import TestSupport

/// The programs of this build.
enum Programs {
  static let daemon = "\(folder)/barographd"
  static let command = "\(folder)/barograph"

  /// SwiftPM builds tests and the programs that they need into one folder.
  private static let folder = "\(PackageFolder.root)/.build/debug"
}
