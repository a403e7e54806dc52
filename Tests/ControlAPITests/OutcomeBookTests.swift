import ControlAPI
import RecordingModel
import Testing

@Suite struct OutcomeBookTests {
  private func tally(
    interrupted: Set<RecordingID> = [], _ outcomes: [(OutcomeBook.Outcome, Int64)]
  ) -> [Int64] {
    var book = OutcomeBook(interrupted: interrupted)
    for (outcome, id) in outcomes { book.note(outcome, of: RecordingID(id)) }
    let tally = book.tally
    return [tally.clean, tally.recovered, tally.discarded, tally.failed]
  }

  @Test func eachOutcomeHasItsCount() {
    #expect(tally([]) == [0, 0, 0, 0])
    #expect(tally([(.kept, 1), (.empty, 2), (.failed, 3), (.kept, 4)]) == [2, 0, 1, 1])
  }

  @Test func whatAnEarlierStartLeftIsRecoveredOnce() {
    let left: Set = [RecordingID(1), RecordingID(2)]
    #expect(tally(interrupted: left, [(.kept, 1), (.kept, 3), (.empty, 2)]) == [1, 1, 1, 0])
    #expect(tally(interrupted: left, [(.kept, 1), (.kept, 1)]) == [1, 1, 0, 0])
  }

  @Test func aFailureCountsOnceHoweverOftenItIsTriedAgain() {
    #expect(tally([(.failed, 1), (.failed, 1), (.failed, 2), (.kept, 1)]) == [1, 0, 0, 2])
    let left: Set = [RecordingID(1)]
    #expect(tally(interrupted: left, [(.failed, 1), (.kept, 1)]) == [0, 1, 0, 1])
  }
}
