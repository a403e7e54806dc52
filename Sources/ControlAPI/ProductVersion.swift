/// The version of Barograph that daemon and command share.
package enum ProductVersion {
  package static let text = "0.1.0"
}
