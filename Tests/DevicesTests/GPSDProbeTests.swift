import Devices
import Testing

@Suite struct GPSDProbeTests {
  private func probe(_ lines: String...) -> GPSDProbe {
    var probe = GPSDProbe()
    for line in lines { Array(line.utf8).withUnsafeBufferPointer { probe.take($0) } }
    return probe
  }

  private let version =
    #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#

  @Test func theGreetingAndTheReceivers() {
    let found = probe(
      version,
      #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/a"},{"class":"DEVICE","path":"/dev/b"}]}"#
    )
    #expect(found.release == "3.22")
    #expect(found.protocolVersion == "3.14")
    #expect(found.devices == ["/dev/a", "/dev/b"])
    #expect(found.heard == .nothing)
  }

  @Test func aPositionOnceHeardStays() {
    #expect(probe(#"{"class":"TPV","device":"/dev/a","mode":1}"#).heard == .noPosition)
    #expect(probe(#"{"class":"SKY","device":"/dev/a"}"#).heard == .noPosition)
    let found = probe(
      #"{"class":"TPV","mode":3,"lat":48.1}"#, #"{"class":"TPV","mode":1}"#, #"{"class":"SKY"}"#)
    #expect(found.heard == .position)
  }

  @Test func anythingElseIsPassedOver() {
    #expect(probe("", "HTTP/1.1 400 Bad Request", "{", #"{"class":"VERSION"}"#).release == nil)
  }

  @Test func nobodyThereIsToldWithItsCause() {
    #expect(throws: GPSDProbeError.self) {
      try GPSDProbe.look(at: "127.0.0.1", 1, milliseconds: 60_000)
    }
  }
}
