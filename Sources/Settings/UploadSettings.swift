/// Which services get each flight that is recorded here, once it has landed.
package enum UploadSettings {
  package static let weglide = SettingKey(
    "weglideUpload", .device, .bool(false), "Whether flights of this box go to WeGlide.")
  package static let skylines = SettingKey(
    "skylinesUpload", .device, .bool(false), "Whether flights of this box go to SkyLines.")
  package static let charron = SettingKey(
    "charronUpload", .device, .bool(false), "Whether flights of this box go to Charron.line.")

  package static let all = [weglide, skylines, charron]
}
