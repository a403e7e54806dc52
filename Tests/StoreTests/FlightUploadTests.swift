import FlightModel
import RecordingModel
import ServicePlan
import Store
import SyncContract
import TestSupport
import Testing

/// How far flights are on their way to services.
@Suite struct FlightUploadTests {
  private let fixture = StoreFixture()
  private let key = UploadKey(flight: String(repeating: "a", count: 64), service: .weglide)

  private func switchOn(_ key: String, _ store: StoreDatabase) throws {
    try store.put(.appSettings, ["key": .text(key), "valueJson": .text("true")])
  }

  private func enter(_ digit: String, recorded: Bool = true, _ store: StoreDatabase) throws {
    let time = UTCInstant(milliseconds: 1_800_000_000_000)
    let entry = FlightEntry(
      id: String(repeating: digit, count: 64), recordingID: recorded ? RecordingID(1) : nil,
      filename: "a.igc", igcBytes: 1, importedAt: time, declaration: Declaration(),
      firstFixAt: time, lastFixAt: time, fixCount: 1, takeoffAt: nil, landingAt: nil,
      durationSeconds: 0, heightGainedM: 0)
    try store.insert(flight: entry)
  }

  @Test func aRecordIsKeptAsItIs() throws {
    let store = try fixture.open()
    for stage in UploadRecord.Stage.allCases {
      let record = UploadRecord(key, stage, serverID: "7", detail: "x")
      try store.keep(upload: record)
      #expect(try store.contents.upload(key) == record)
      #expect(
        try store.contents.openUploads() == ([.done, .refused].contains(stage) ? [] : [record]))
    }
    #expect(try store.contents.uploads(ofFlight: key.flight).map(\.stage) == [.refused])
  }

  @Test func whatIsKnownIsNotEnteredAgain() throws {
    let store = try fixture.open()
    try store.add(upload: UploadRecord(key))
    try store.keep(upload: UploadRecord(key, .sending))
    try store.add(upload: UploadRecord(key))
    #expect(try store.contents.upload(key)?.stage == .sending)
  }

  @Test func aFlightIsQueuedAsItIsEnteredForTheServicesThatWantIt() throws {
    let store = try fixture.open()
    try enter("a", store)
    #expect(try store.contents.openUploads() == [])
    try switchOn("weglideUpload", store)
    try switchOn("skylinesUpload", store)
    try enter("b", recorded: false, store)
    try enter("c", store)
    try enter("c", store)
    let open = try store.contents.openUploads()
    #expect(open.map(\.key.flight.first) == ["c", "c"])
    #expect(open.map(\.key.service) == [.skylines, .weglide])
  }

  @Test func theOldestIsFirst() throws {
    let store = try fixture.open()
    for digit in ["c", "a", "b"] {
      fixture.clock.milliseconds += 1000
      let key = UploadKey(flight: String(repeating: digit, count: 64), service: .charron)
      try store.keep(upload: UploadRecord(key))
    }
    try store.keep(
      upload: UploadRecord(
        UploadKey(flight: String(repeating: "c", count: 64), service: .charron), .sending))
    #expect(try store.contents.openUploads().map(\.key.flight.first) == ["c", "a", "b"])
  }

  @Test func whatIsDoneIsNotForgotten() throws {
    let store = try fixture.open()
    try store.keep(upload: UploadRecord(key, .done, serverID: "7"))
    let other = UploadKey(flight: String(repeating: "b", count: 64), service: .weglide)
    try store.keep(upload: UploadRecord(other, .refused))
    try store.keep(upload: UploadRecord(UploadKey(flight: other.flight, service: .skylines)))
    try store.forgetUploads(to: .weglide)
    #expect(try store.contents.upload(key)?.serverID == "7")
    #expect(try store.contents.uploads(ofFlight: other.flight).map(\.key.service) == [.skylines])
  }
}
