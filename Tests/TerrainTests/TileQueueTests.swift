import Elevation
import FlightModel
import SeededRandom
import Terrain
import Testing

@Suite struct TileNotesTests {
  private let first = TileName("N50E005")!
  private let second = TileName("S01W180")!

  @Test func notesReadBack() {
    var notes = TileNotes()
    let (isNews, isNewsAgain) = (notes.want(first), notes.want(first))
    #expect(isNews && !isNewsAgain)
    notes.want(second)
    notes.note(absent: second, seconds: 1_783_162_800)
    #expect(notes.text == "wanted N50E005\nwanted S01W180\nabsent S01W180 1783162800\n")
    #expect(TileNotes(reading: Array(notes.text.utf8)) == notes)
  }

  @Test func whatIsNotOfThemIsLeftOut() {
    let text =
      "wanted\nwanted X\n\nabsent N50E005\nabsent N50E005 x\nwanted N50E005 7\n\u{FF}\nwanted S01W180"
    #expect(TileNotes(reading: Array(text.utf8)).wanted == [second])
  }

  @Test func theyAreBounded() {
    var notes = TileNotes()
    for west in 0..<180 {
      for south in 0..<20 {
        let name = TileName(of: Coordinate(latitude: Double(south), longitude: Double(west))!)
        notes.want(name)
        notes.note(absent: name, seconds: Int64(west * 20 + south))
      }
    }
    #expect(notes.wanted.count == TileNotes.mostWanted)
    #expect(notes.text.split(separator: "\n").count == TileNotes.mostWanted + TileNotes.mostAbsent)
    #expect(notes.isAbsent(TileName("N19E179")!, seconds: 3600))
    #expect(!notes.isAbsent(TileName("N00E000")!, seconds: 3600))
  }

  @Test func absenceIsBelievedForAMonth() {
    var notes = TileNotes()
    notes.note(absent: first, seconds: 1_000_000_000)
    let start: Int64 = 1_000_000_000
    let month: Int64 = 30 * 86_400
    for seconds in [start, start + month - 1, start - month + 1] {
      #expect(notes.isAbsent(first, seconds: seconds))
    }
    for seconds in [start + month, 0, .min, .max] {
      #expect(!notes.isAbsent(first, seconds: seconds))
    }
  }

  @Test func anythingIsRead() {
    var random = SeededGenerator(seed: 4)
    let letters = Array("wanted absent N50E005 \n0123456789-".utf8)
    for _ in 0..<300 {
      let bytes = (0..<Int.random(in: 0...400, using: &random)).map { _ in
        letters.randomElement(using: &random)!
      }
      let notes = TileNotes(reading: bytes)
      #expect(TileNotes(reading: Array(notes.text.utf8)) == notes)
    }
  }
}

@Suite struct TileQueueTests {
  private let first = TileName("N50E005")!
  private let second = TileName("N50E006")!

  private func at(_ seconds: Int64) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: (1000 + seconds) * 1_000_000_000)
  }

  private func queue() -> TileQueue {
    var queue = TileQueue(notes: TileNotes())
    for name in [first, second] { _ = queue.want(name, wallSeconds: 0) }
    return queue
  }

  @Test func tilesComeInTheOrderOfAsking() {
    var queue = queue()
    #expect(queue.next(at: at(0)) == first)
    queue.arrived(first)
    #expect(queue.next(at: at(0)) == second)
    queue.arrived(second)
    #expect(queue.next(at: at(0)) == nil)
    #expect(queue.waitMs(at: at(0)) == nil)
  }

  @Test func anAnswerThatIsNoTileHoldsUpThatTileForADay() {
    var queue = queue()
    queue.unusable(first, at: at(0))
    #expect(queue.next(at: at(0)) == second)
    queue.arrived(second)
    #expect(queue.next(at: at(86_399)) == nil)
    #expect(queue.waitMs(at: at(0)) == 86_400_000)
    #expect(queue.next(at: at(86_400)) == first)
  }

  @Test func theServersTroubleHoldsUpAllEverLongerButAnHourAtMost() {
    var queue = queue()
    var now: Int64 = 0
    for wait: Int64 in [60, 120, 240, 480, 960, 1920, 3600, 3600, 3600] {
      queue.failed(at: at(now), seconds: nil)
      #expect(queue.waitMs(at: at(now)) == wait * 1000)
      #expect(queue.next(at: at(now + wait - 1)) == nil)
      now += wait
      #expect(queue.next(at: at(now)) == first)
    }
    queue.arrived(first)
    queue.failed(at: at(now), seconds: nil)
    #expect(queue.waitMs(at: at(now)) == 60_000)
  }

  @Test func theServersOwnWishIsFollowed() {
    var queue = queue()
    queue.failed(at: at(0), seconds: 7200)
    #expect(queue.waitMs(at: at(0)) == 7_200_000)
  }

  @Test func whatTheServerDoesNotHaveIsNotWantedAgain() {
    var queue = queue()
    queue.absent(first, wallSeconds: 1_000_000)
    #expect(queue.next(at: at(0)) == second)
    let isNextDay = queue.want(first, wallSeconds: 1_000_000 + 86_400)
    let isNextMonth = queue.want(first, wallSeconds: 1_000_000 + 31 * 86_400)
    #expect(!isNextDay && isNextMonth)
  }
}
