import FLARM
import NMEA

/// Puts together what an instrument is from the sentences that it sends.
struct InstrumentRecognition {
  /// Lines without checksum say who speaks only when they come again.
  private static let uncheckedLines = 3

  private var maker: InstrumentMaker?
  private var product: InstrumentProduct?
  private var versions: DeviceVersions?
  private var hasFLARM = false
  private var hasPosition = false
  private var blueFlyLines = 0
  private var hasNews = false

  /// Whether LX or LXNAV speaks: their `PGRMZ` is above 1013.25 hPa.
  var isLX: Bool { maker == .lx || maker == .lxnav }

  mutating func notePosition() {
    guard !hasPosition else { return }
    hasPosition = true
    hasNews = true
  }

  /// A FLARM was heard; with what it says of itself.
  mutating func note(_ told: DeviceVersions?) {
    guard !hasFLARM || told != versions else { return }
    hasFLARM = true
    versions = told
    hasNews = true
  }

  mutating func note(_ speaker: InstrumentMaker, _ content: InstrumentSentence) {
    if case .product(let told) = content, told != product {
      product = told
      hasNews = true
    }
    guard speaker != .garmin, outranks(speaker), isSure(of: speaker) else { return }
    maker = speaker
    hasNews = true
  }

  /// Who is known first stays, but LXNAV speaks LX's sentences beside its own.
  private func outranks(_ speaker: InstrumentMaker) -> Bool {
    maker == nil || maker == .lx && speaker == .lxnav
  }

  private mutating func isSure(of speaker: InstrumentMaker) -> Bool {
    guard speaker == .blueFly else { return true }
    blueFlyLines += 1
    return blueFlyLines >= Self.uncheckedLines
  }

  /// What it is, when more is known than at the last call.
  mutating func takeNews() -> InstrumentIdentity? {
    guard hasNews else { return nil }
    hasNews = false
    return identity
  }

  private var identity: InstrumentIdentity? {
    guard hasFLARM || maker != nil else {
      return hasPosition ? InstrumentIdentity(kind: .receiver) : nil
    }
    let names = [maker?.rawValue, product?.name].compactMap { $0 }
    let name = names.isEmpty ? "FLARM" : names.joined(separator: " ")
    return InstrumentIdentity(
      kind: hasFLARM ? .flarm : .vario, product: name, serialNumber: product?.serialNumber,
      firmware: product?.software ?? versions?.software)
  }
}
