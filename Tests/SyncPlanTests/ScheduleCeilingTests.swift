import SyncContract
import SyncPlan
import Testing

@Suite struct ScheduleCeilingTests {
  private func started(_ limits: ContractLimits = ContractLimits()) -> ScheduleRun {
    var run = ScheduleRun(limits: limits)
    run.on(.started)
    return run
  }

  @Test func tooLargeHalvesAtOnceAndTheCeilingStays() {
    var run = started()
    run.deliver(.tooLarge(ServerRefusal()), rows: 900, bytes: 1_000_000, hasMore: true)
    #expect(run.actions.contains(.keepLimits(ContractLimits(bytes: 500_000))))
    #expect(run.scanLimits?.bytes == 500_000)
    for _ in 0..<5 { run.deliver(.accepted, rows: 400, bytes: 400_000, hasMore: true) }
    #expect(run.scanLimits?.bytes == 500_000)
    #expect(run.schedule.limits == ContractLimits(bytes: 500_000))
  }

  @Test func theServersOwnLimitIsTaken() {
    var run = started()
    run.deliver(.tooLarge(ServerRefusal(maxBytes: 300_000)), rows: 9, bytes: 1_000_000)
    #expect(run.scanLimits?.bytes == 300_000)
    run.deliver(.tooLarge(ServerRefusal(maxBytes: 900_000)), rows: 9, bytes: 280_000)
    #expect(run.scanLimits?.bytes == 140_000, "a limit that the batch kept says nothing")
    run.deliver(.tooLarge(ServerRefusal(maxBytes: -5)), rows: 9, bytes: 130_000)
    #expect(run.scanLimits?.bytes == 16_384)
  }

  @Test func aServerThatRefusesEverySizeEndsInAPause() {
    var run = started()
    var requests = 0
    while run.schedule.pause == nil, requests < 100 {
      if run.scan == nil { run.ring() }
      guard let limits = run.scanLimits else { break }
      run.deliver(.tooLarge(ServerRefusal()), rows: limits.rows, bytes: limits.bytes)
      requests += 1
      #expect(run.schedule.limits.bytes >= 16_384)
    }
    #expect(requests < 25)
    let pause = run.schedule.pause
    #expect(pause?.reason == .rowTooLarge && pause?.status == 413)
    #expect(pause?.table == .telemetryFrames && pause?.cursor == 44)
    #expect(run.schedule.limits == ContractLimits(bytes: 16_384, rows: 1000))
  }

  @Test func tooManyRowsHalvesTheRows() {
    var run = started()
    run.deliver(.tooLarge(ServerRefusal(slug: "too-many-rows")), rows: 1000, bytes: 600_000)
    #expect(run.scanLimits == ContractLimits(bytes: 1_048_576, rows: 500))
  }

  @Test func whatWasLearnedIsThereAfterARestart() {
    #expect(started(ContractLimits(bytes: 70_000)).scanLimits?.bytes == 70_000)
    #expect(
      started(ContractLimits(bytes: 1, rows: 0)).scanLimits
        == ContractLimits(bytes: 16_384, rows: 1))
    #expect(started(ContractLimits(bytes: .max, rows: .max)).scanLimits == ContractLimits())
  }

  @Test func timeoutsMakeBatchesSmallerUntilTheyArrive() {
    var run = started()
    run.deliver(.timedOut, rows: 900, bytes: 800_000)
    run.ring()
    #expect(run.scanLimits?.bytes == 400_000)
    for _ in 0..<9 {
      run.deliver(.timedOut, rows: 2, bytes: run.scanLimits?.bytes ?? 0)
      run.ring()
    }
    #expect(run.scanLimits?.bytes == 16_384)
    for bytes in [32_768, 65_536, 131_072, 262_144, 524_288, 1_048_576, 1_048_576] {
      run.deliver(.accepted, hasMore: true)
      #expect(run.scanLimits?.bytes == bytes)
    }
    #expect(run.schedule.limits == ContractLimits(), "a slow connection teaches no ceiling")
  }

  @Test func aRequestThatNeverComesBackCountsAsATimeout() throws {
    var run = started()
    let ticket = try #require(run.scan)
    run.on(.scanned(ticket, .rows(900, bytes: 800_000, last: ScheduleRun.last, hasMore: true)))
    #expect(run.ring() == 240_000)
    run.ring()
    #expect(run.scanLimits?.bytes == 400_000)
  }

  @Test func aRowAloneThatTimesOutIsSentAgain() {
    var run = started()
    run.deliver(.timedOut, rows: 1)
    #expect(run.schedule.pause == nil && run.wait == 30_000)
  }
}
