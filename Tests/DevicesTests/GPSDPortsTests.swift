import Devices
import FlightModel
import Testing

@Suite struct GPSDPortsTests {
  private let one = ReceiverID("/dev/ttyACM0")
  private let two = ReceiverID("/dev/ttyUSB0")

  @Test func whatGPSDNamesIsItsOwnUntilItSaysOtherwise() {
    var ports = GPSDPorts()
    let step1 = ports.take([.linkState(.watching), .receiverAppeared(one), .receiverAppeared(two)])
    #expect(step1)
    #expect(ports.known == [one.name, two.name])
    let step2 = ports.take([.receiverAppeared(one)])
    #expect(!step2)
    let step3 = ports.take([.receiverGone(two)])
    #expect(step3)
    #expect(ports.known == [one.name])
  }

  @Test func aGPSDThatRestartsFindsItsReceiversFree() {
    var ports = GPSDPorts()
    _ = ports.take([.linkState(.watching), .receiverAppeared(one)])
    let step4 = ports.take([.receiverGone(one), .linkState(.waiting)])
    #expect(!step4)
    #expect(ports.known == [one.name])
    let step5 = ports.take([.linkState(.opening)])
    #expect(!step5)
    let step6 = ports.take([.linkState(.watching), .receiverAppeared(one)])
    #expect(!step6)
    #expect(ports.known == [one.name])
  }
}
