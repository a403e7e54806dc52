extension Word {
  /// The word without what names a device, a person or an account.
  var redacted: [UInt8] {
    if let at = bytes.firstIndex(of: 0x40), at > 0, bytes[at...].contains(0x2E),
      !lowered.hasSuffix(".service")
    {
      return Mark.address
    }
    if isNetworkAddress { return Mark.address }
    if isLongCode, !lowered.contains("usb-") { return Mark.opaque }
    let steps = bytes.split(separator: 0x2F, omittingEmptySubsequences: false).map { Array($0) }
    let isHome = steps.count > 2 && steps[0].isEmpty && Self.homes.contains(steps[1])
    let clean = steps.enumerated().map { index, step in
      isHome && index == 2 && !step.isEmpty
        ? Mark.name : Self.usbName(step) ?? Self.withoutCodes(Self.withoutHardwareAddress(step))
    }
    return Array(clean.joined(separator: [0x2F]))
  }

  private static let homes: Set<[UInt8]> = [Array("home".utf8), Array("Users".utf8)]

  // MARK: Hardware

  /// Six pairs of hexadecimal digits with `:`, `-` or `_` between them, anywhere in the word.
  private static func withoutHardwareAddress(_ step: [UInt8]) -> [UInt8] {
    guard step.count >= 17 else { return step }
    for start in 0...(step.count - 17) where isHardwareAddress(step[start..<(start + 17)]) {
      return Array(step[..<start]) + Mark.address
        + withoutHardwareAddress(Array(step[(start + 17)...]))
    }
    return step
  }

  private static func isHardwareAddress(_ bytes: ArraySlice<UInt8>) -> Bool {
    let separators = Set(stride(from: 2, to: 17, by: 3).map { bytes[bytes.startIndex + $0] })
    return separators.count == 1 && ":-_".utf8.contains(separators.first!)
      && bytes.enumerated().allSatisfy { $0.offset % 3 == 2 || $0.element.isHexDigit }
  }

  /// `usb-Maker_Model_SERIAL-if00` without the serial number.
  private static func usbName(_ step: [UInt8]) -> [UInt8]? {
    guard step.starts(with: "usb-".utf8), let line = step.lastIndex(of: 0x5F) else { return nil }
    let tail = step[line...]
    if tail.count == 1 { return step }
    let interface = tail.firstIndex(of: 0x2D).map { Array(tail[$0...]) } ?? []
    let isPort = interface.starts(with: "-if".utf8) || interface.starts(with: "-port".utf8)
    return Array(step[...line]) + Mark.number + (isPort && interface.count <= 16 ? interface : [])
  }

  // MARK: The network

  private var isNetworkAddress: Bool {
    let host = bytes.prefix { $0 != 0x2F && $0 != 0x25 }
    let parts = host.split(separator: 0x3A, omittingEmptySubsequences: false)
    // Six of two digits are a Bluetooth address.
    let isSix =
      parts.count >= 4 && host.allSatisfy { $0.isHexDigit || $0 == 0x3A } || lowered.contains("::")
    if isSix, lowered != "::1", host.contains(0x3A) { return true }
    let four = parts[0].split(separator: 0x2E, omittingEmptySubsequences: false)
    let isFour =
      four.count == 4
      && four.allSatisfy { (1...3).contains($0.count) && $0.allSatisfy(\.isDigit) }
    return isFour && four[0] != Array("127".utf8)[...] && four[0] != Array("0".utf8)[...]
  }

  // MARK: Codes

  /// Digits and letters without an end: a token, a digest, an id in the alphabet of Base64.
  private var isLongCode: Bool {
    let isInAlphabet = bytes.allSatisfy {
      $0.isDigit || $0.isLetter || [0x2B, 0x2F, 0x2D, 0x5F, 0x3D].contains($0)
    }
    return isInAlphabet && bytes.count >= 20 && bytes.first != 0x2F && hasDigit
      && bytes.contains(where: \.isUpper) && bytes.contains(where: \.isLower)
  }

  /// Runs of so many digits and letters are replaced.
  private static let shortestCode = 16

  private static func withoutCodes(_ step: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var rest = step[...]
    while let byte = rest.first {
      guard byte.isDigit || byte.isLetter || byte == 0x2D || byte == 0x5F else {
        result.append(byte)
        rest = rest.dropFirst()
        continue
      }
      let run = rest.prefix { $0.isDigit || $0.isLetter || $0 == 0x2D || $0 == 0x5F }
      result += isCode(run) ? Mark.opaque : Array(run)
      rest = rest.dropFirst(run.count)
    }
    return result
  }

  /// A long mix of digits and letters; of twelve and more, hexadecimal digits alone, or of sixteen,
  /// digits. A date is none.
  private static func isCode(_ run: ArraySlice<UInt8>) -> Bool {
    let digits = run.count(where: \.isDigit)
    if digits == 0 { return false }
    if run.count >= 12, run.allSatisfy(\.isHexDigit) {
      return digits < run.count || run.count >= 16
    }
    return run.count >= shortestCode && run.contains(where: \.isLetter)
  }
}
