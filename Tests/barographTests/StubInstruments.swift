import ControlAPI
import FlightModel

extension StubDaemon {
  /// A box with a FLARM, a board, a port on which nothing has spoken, and things that are left alone.
  static func instrumentsInFlight() -> InstrumentsDocument {
    var flarm = InstrumentFacts(
      id: "usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0", kind: "flarm",
      address: "/dev/serial/by-id/usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0",
      devnode: "/dev/ttyUSB0", transport: "serial", link: .connected, state: .ok, ageS: 0.12)
    flarm.product = "PowerFLARM-Fusion"
    flarm.firmware = "7.24"
    flarm.speed = 57_600
    flarm.rateHz = 8.02
    flarm.messages = 35_120
    flarm.refused = 3
    flarm.sharedPort = 4353
    flarm.clients = 1
    var vesc = InstrumentFacts(
      id: "D3:4F:00:12:AB:CD", isConfigured: true, kind: "vesc", address: "D3:4F:00:12:AB:CD",
      transport: "bluetooth", link: .connected, state: .ok, ageS: 0.05)
    vesc.product = "VESC 75/300"
    vesc.rateHz = 19.8
    let port = InstrumentFacts(
      id: "usb-1a86_USB2.0-Serial-if00-port0",
      address: "/dev/serial/by-id/usb-1a86_USB2.0-Serial-if00-port0", devnode: "/dev/ttyUSB1",
      transport: "serial", link: .connected, state: .absent)
    return InstrumentsDocument(
      generatedAt: UTCInstant(milliseconds: 0), instruments: [vesc, flarm, port],
      ports: [
        LeftPortFacts(
          id: "usb-u-blox_AG-if00", devnode: "/dev/ttyACM0", product: "u-blox 7", reason: "gpsd",
          message: "gpsd reads it"),
        LeftPortFacts(
          id: "usb-Prolific-if00-port0", devnode: "/dev/ttyUSB2", reason: "ignored",
          message: "devices.ignore names it",
          remedy: "take it out of devices.ignore and restart barographd"),
      ],
      nearby: [
        NearbyFacts(
          address: "A0:9E:1A:00:00:01", name: "Polar H10 1234", kind: "heart-rate",
          signalDBm: -61),
        NearbyFacts(
          address: "D3:4F:00:12:AB:CD", name: "VESC BLE UART", kind: "vesc", signalDBm: -48,
          isConfigured: true),
      ], bluetooth: AdapterFacts(state: "ready"))
  }
}
