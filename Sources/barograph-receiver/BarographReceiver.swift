/// The server half of Barograph.
@main
enum BarographReceiver {
  static func main() {}
}
