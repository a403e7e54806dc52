import FlightModel

/// The keys of `[instrument]` and `[devices]`.
extension DaemonConfiguration {
  private typealias Key = ConfigurationKey<DaemonConfiguration>
  private typealias Choice = Instrument.Choice

  static let instrumentKeys: [ConfigurationKey<DaemonConfiguration>] = [
    .parsed(
      "instrument.address", \.newestInstrument.address,
      "path of a serial port, host:port, or Bluetooth address", default: "",
      "Where the instrument is: `/dev/serial/by-id/usb-…`, `192.168.1.1:4353` or "
        + "`D3:4F:00:12:AB:CD`. `barograph devices --nearby` shows what there is.",
      because: "Instruments on a USB adapter of their own are found without a section.",
      reading: { text -> LinkAddress?? in
        text.isEmpty ? .some(nil) : (try? LinkAddress(text)).map { .some($0) }
      }),
    .choice(
      "instrument.driver", \.newestInstrument.driver,
      Instrument.Driver.allCases.map { ($0.rawValue, $0) }, default: "auto",
      "What it speaks: `nmea` for GNSS receivers, FLARM and varios. A VESC is silent until it is "
        + "asked: on a serial port without its own USB identity it needs `vesc` here.",
      because: "Listening disturbs nothing, asking may."),
    .choice(
      "instrument.speed", \.newestInstrument.speed,
      [("auto", nil)] + LinkAddress.speeds.map { (String($0), $0) }, default: "auto",
      "Bits a second of a serial port; `auto` tries one after the other until sentences come.",
      because: "Few people know the speed of their instruments."),
    .choice(
      "instrument.position", \.newestInstrument.position,
      Choice.allCases.map { ($0.rawValue, $0) }, default: "auto",
      "Whether its positions are recorded; `auto` does so where no gpsd is used.",
      because: "gpsd mostly reads the same receiver already."),
    .choice(
      "instrument.pressure-altitude", \.newestInstrument.pressureAltitude,
      Choice.allCases.map { ($0.rawValue, $0) }, default: "auto",
      "Whether its altitudes without a named reference ($PGRMZ, $LXWP0) are above 1013.25 hPa, "
        + "so that they may go into IGC files; `auto` believes it of $PGRMZ behind a FLARM, LX or "
        + "LXNAV.",
      because: "Some varios put the altitude above sea level there."),
    .optional(
      "instrument.share", \.newestInstrument.shareText, "TCP port, 1024 to 65535, or empty",
      "Other programs on this box (XCSoar) read along at this port of 127.0.0.1.",
      because: "Not every box has such a program.", accepting: { sharePort($0) != nil }),
    .flag(
      "instrument.share-write", \.newestInstrument.sharesWriting, default: false,
      "Whether those programs may also send to the instrument; never in flight.",
      because: "Two masters confuse an instrument."),
  ]

  static let devicesKeys: [ConfigurationKey<DaemonConfiguration>] = [
    .flag(
      "devices.listen", \.devices.listens, default: true,
      "Whether every USB serial port that gpsd does not have is listened to and kept if an "
        + "instrument speaks there. Nothing is sent to it.",
      because: "An instrument that is plugged in should be recorded."),
    .parsed(
      "devices.ignore", \.devices.ignored,
      "names with blanks between them: ttyUSB3, usb-FTDI_…, 0403:6001", default: "",
      "Ports that are left alone: names of ports or of links below /dev/serial, or USB ids.",
      because: "What else is plugged in is known to the operator only.", reading: ignoredNames),
    .flag(
      "devices.bluetooth", \.devices.usesBluetooth, default: true,
      "Whether Bluetooth is used, to list what is near and to connect to the instruments that "
        + "are named. Nothing else near is ever connected to.",
      because: "Without an adapter it costs nothing."),
  ]

  fileprivate static func sharePort(_ text: String) -> UInt16? {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(text),
      port >= 1024
    else { return nil }
    return port
  }

  /// At most 64 names of at most 128 bytes.
  private static func ignoredNames(_ text: String) -> [String]? {
    let names = text.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
    return names.count <= 64 && names.allSatisfy { $0.utf8.count <= 128 } ? names : nil
  }
}

extension DaemonConfiguration.Instrument {
  /// The share port as it is written.
  fileprivate var shareText: String? {
    get { sharePort.map { String($0) } }
    set { sharePort = newValue.flatMap(DaemonConfiguration.sharePort) }
  }
}
