import Devices
import FlightModel
import Testing

@Suite struct GPSDPortsTests {
  private let (one, two) = (ReceiverID("/dev/ttyACM0"), ReceiverID("/dev/ttyUSB0"))

  @Test func whatGPSDNamesIsItsOwnUntilItSaysOtherwise() {
    var ports = GPSDPorts()
    #expect(ports.take([.linkState(.watching), .receiverAppeared(one), .receiverAppeared(two)]))
    #expect(ports.known == [one.name, two.name])
    #expect(!ports.take([.receiverAppeared(one)]))
    #expect(ports.take([.receiverGone(two)]))
    #expect(ports.known == [one.name])
  }

  @Test func aGPSDThatRestartsFindsItsReceiversFree() {
    var ports = GPSDPorts()
    _ = ports.take([.linkState(.watching), .receiverAppeared(one)])
    #expect(!ports.take([.receiverGone(one), .linkState(.waiting)]))
    #expect(ports.known == [one.name])
    #expect(!ports.take([.linkState(.opening)]))
    #expect(!ports.take([.linkState(.watching), .receiverAppeared(one)]))
    #expect(ports.known == [one.name])
  }
}
