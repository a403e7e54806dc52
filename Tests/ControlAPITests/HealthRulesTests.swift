import ControlAPI
import ControlDoubles
import FlightModel
import Testing

@Suite struct HealthRulesTests {
  private let rules = HealthRules()

  private func verdict(_ change: (inout StatusFacts) -> Void) -> ([String], HealthCode) {
    var facts = factsInFlight()
    change(&facts)
    let problems = rules.problems(of: facts)
    return (problems.map(\.id), rules.code(for: problems))
  }

  @Test func aGoodFlightIsHealthy() {
    #expect(verdict { _ in } == ([], .healthy))
  }

  @Test func anArmedBoxIsHealthy() {
    let armed = verdict {
      $0.recording = nil
      $0.state = .armed
      $0.storage.lastDurableAgeS = nil
    }
    #expect(armed == ([], .healthy))
  }

  @Test func aDatabaseThatTakesHalfItsPartitionIsTold() {
    func ids(bytes: Int64, total: Int64) -> [String] {
      verdict {
        $0.storage.databaseBytes = bytes
        $0.storage.totalBytes = total
      }.0
    }
    #expect(ids(bytes: 50_000_000_000, total: 100_000_000_000) == ["database-share"])
    #expect(ids(bytes: 49_000_000_000, total: 100_000_000_000) == [])
    #expect(ids(bytes: 49, total: 0) == [])
  }

  @Test func uploadsThatWaitForAPersonAreToldAndOthersAreNot() {
    func outcome(_ state: SyncState, _ change: (inout SyncFacts) -> Void = { _ in }) -> [String] {
      let told = verdict {
        $0.sync = SyncFacts(state: state)
        change(&$0.sync)
      }
      #expect(told.1 == (told.0.isEmpty ? .healthy : .warnings))
      return told.0
    }
    #expect(outcome(.paused) == ["sync-paused"])
    #expect(outcome(.blocked) == ["sync-blocked"])
    #expect(
      outcome(.waitingForUnmetered) { $0.isMeteringKnown = false } == ["sync-metering-unknown"])
    #expect(outcome(.syncing) { $0.isStale = true } == ["sync-stale"])
    for state in [SyncState.off, .signedOut, .upToDate, .syncing, .retrying, .offline] {
      #expect(outcome(state) == [])
    }
    #expect(outcome(.waitingForUnmetered) == [])
  }

  @Test func failingStorageIsNotSafe() {
    let failing = verdict {
      $0.storage.consecutiveFailures = 3
      $0.storage.failedCommits = 3
      $0.storage.lastFailure = "disk full"
    }
    #expect(failing == (["storage-failing"], .notSafelyRecording))
  }

  @Test func aDiskThatTakesNothingIsNotSafeWhileRecording() {
    #expect(verdict { $0.storage.lastDurableAgeS = 26 } == (["storage-slow"], .notSafelyRecording))
    #expect(verdict { $0.storage.lastDurableAgeS = 24 } == ([], .healthy))
    let idle = verdict {
      $0.recording = nil
      $0.storage.lastDurableAgeS = 9000
    }
    #expect(idle == ([], .healthy))
  }

  @Test func lostFixesAreToldForEver() {
    #expect(verdict { $0.storage.shedFixes = 1 } == (["fixes-shed"], .warnings))
  }

  @Test func spaceRunsOutInTwoSteps() {
    #expect(verdict { $0.storage.freeBytes = 200 << 20 } == (["disk-low"], .warnings))
    #expect(verdict { $0.storage.hoursLeft = 1.5 } == (["disk-low"], .warnings))
    #expect(verdict { $0.storage.freeBytes = 1 << 20 } == (["disk-full"], .notSafelyRecording))
  }

  @Test func aGoneSourceIsTheCauseAndItsSymptomStaysUntold() {
    let gone = verdict {
      $0.sources[0].link = .gone
      $0.sources[0].state = .lost
      $0.fix.state = .lost
    }
    #expect(gone == (["source-gone"], .notSafelyRecording))
    let armed = verdict {
      $0.recording = nil
      $0.sources[0].link = .gone
      $0.sources[0].state = .lost
      $0.fix.state = .lost
    }
    #expect(armed == (["source-gone"], .notSafelyRecording))
  }

  @Test func aSilentInstrumentWarnsOnly() {
    let silent = verdict {
      $0.sources.append(
        SourceStatus(
          name: "flarm", link: .connected, state: .lost, ageS: 38, givesPosition: false))
    }
    #expect(silent == (["source-silent"], .warnings))
  }

  private func instrument(
    _ link: LinkState, _ state: DataState, isConfigured: Bool, kind: String = "flarm"
  ) -> SourceStatus {
    SourceStatus(
      name: "usb-1", title: "\(kind) on ttyUSB0", kind: kind, isConfigured: isConfigured,
      link: link, state: state, ageS: 38, givesPosition: false)
  }

  @Test func aConfiguredInstrumentThatIsMissingWarns() {
    let missing = verdict {
      $0.recording = nil
      $0.sources.append(instrument(.gone, .absent, isConfigured: true))
    }
    #expect(missing == (["source-gone"], .warnings))
  }

  @Test func whatWasFoundMayBeTakenAwayButNotOutOfARecording() {
    let parked = verdict {
      $0.recording = nil
      $0.sources.append(instrument(.gone, .lost, isConfigured: false))
    }
    #expect(parked == ([], .healthy))
    let inFlight = verdict { $0.sources.append(instrument(.gone, .lost, isConfigured: false)) }
    #expect(inFlight == (["source-gone"], .warnings))
    let silent = verdict {
      $0.recording = nil
      $0.sources.append(instrument(.connected, .lost, isConfigured: false))
    }
    #expect(silent == (["source-silent"], .warnings))
  }

  @Test func anInstrumentIsSpokenOfByItsTitleAndItsOwnRemedy() {
    var facts = factsInFlight()
    facts.sources.append(instrument(.connected, .lost, isConfigured: false))
    facts.sources[1].remedy = "press the button"
    let problem = rules.problems(of: facts).first
    #expect(problem?.subject == "usb-1")
    #expect(problem?.message.hasPrefix("flarm on ttyUSB0 ") == true)
    #expect(problem?.fix == "press the button")
  }

  @Test func aBoxWithoutGPSDNeedsPositionsAllTheSame() {
    let receiver = verdict {
      $0.sources = [instrument(.connected, .lost, isConfigured: false, kind: "receiver")]
      $0.sources[0].givesPosition = true
      $0.fix.state = .lost
    }
    #expect(receiver == (["source-silent"], .notSafelyRecording))
    let flarmOnly = verdict { $0.sources = [instrument(.connected, .ok, isConfigured: false)] }
    #expect(flarmOnly == (["no-source"], .notSafelyRecording))
    let ride = verdict {
      $0.sources = [instrument(.connected, .ok, isConfigured: false, kind: "vesc")]
    }
    #expect(ride == (["no-source"], .warnings))
    let young = verdict {
      $0.recording = nil
      $0.uptimeS = 10
      $0.sources = []
    }
    #expect(young == ([], .healthy))
  }

  @Test func aSecondPositionSourceMayFail() {
    let one = verdict {
      $0.sources.append(SourceStatus(name: "gpsd://b", link: .gone, state: .absent))
    }
    #expect(one == (["source-gone"], .warnings))
  }

  @Test func theStartIsGivenTime() {
    let young = verdict {
      $0.recording = nil
      $0.uptimeS = 10
      $0.sources[0].link = .connecting
      $0.sources[0].state = .absent
      $0.fix = FixStatus()
    }
    #expect(young == ([], .healthy))
    let refused = verdict {
      $0.recording = nil
      $0.uptimeS = 10
      $0.sources[0].link = .gone
      $0.sources[0].state = .absent
      $0.fix = FixStatus()
    }
    #expect(refused == (["source-gone"], .warnings))
  }

  @Test func aLostFixInFlightIsNotSafe() {
    #expect(verdict { $0.fix.mode = Fix.Mode.none } == (["fix-lost"], .notSafelyRecording))
    #expect(
      verdict {
        $0.recording = nil
        $0.fix.mode = Fix.Mode.none
      } == (["no-fix"], .warnings))
    #expect(
      verdict {
        $0.recording = nil
        $0.uptimeS = 60
        $0.fix = FixStatus()
      } == ([], .healthy))
  }

  @Test func noSourceAtAllIsNotSafe() {
    #expect(verdict { $0.sources = [] } == (["no-source"], .notSafelyRecording))
  }

  @Test func aWrongClockAndAMissingFileWarn() {
    #expect(verdict { $0.clock.offsetS = -7200 } == (["clock-wrong"], .warnings))
    #expect(verdict { $0.unfinishedRecordings = 2 } == (["igc-pending"], .warnings))
  }

  @Test func theDaemonsOwnReportsCountAndTheWorstComesFirst() {
    let both = verdict {
      $0.reported = [
        Problem(id: "database-set-aside", severity: .warning, message: "m", fix: "f")
      ]
      $0.storage.consecutiveFailures = 1
    }
    #expect(both == (["storage-failing", "database-set-aside"], .notSafelyRecording))
  }

  @Test func problemsKeepTheirBeginning() {
    var history = ProblemHistory()
    let problem = Problem(id: "a", severity: .warning, message: "m", fix: "f")
    let later = noon.advanced(byMilliseconds: 5000)
    #expect(history.update([problem], now: noon).map(\.since) == [noon])
    #expect(history.update([problem], now: later).map(\.since) == [noon])
    #expect(history.update([], now: later).isEmpty)
    #expect(history.update([problem], now: later).map(\.since) == [later])
  }

  @Test(arguments: [
    (0.04, "0.0 s"), (-2.45, "-2.5 s"), (119.0, "119.0 s"), (840, "14 min"), (-10_800, "-3 h"),
    (12_842_605.6, "149 d"), (.nan, "- d"),
  ])
  func spansHaveTheUnitThatFits(seconds: Double, text: String) {
    #expect(Decimal.span(seconds: seconds) == text)
  }

  @Test func aClockThatIsNotSetNamesNoBeginning() {
    var history = ProblemHistory()
    let problem = Problem(id: "a", severity: .warning, message: "m", fix: "f")
    #expect(history.update([problem], now: UTCInstant(milliseconds: 5000)).map(\.since) == [nil])
    #expect(history.update([problem], now: noon).map(\.since) == [noon])
  }
}
