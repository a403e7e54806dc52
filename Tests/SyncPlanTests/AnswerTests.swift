import SyncContract
import SyncPlan
import Testing

@Suite struct AnswerTests {
  private var sent: AcceptedCounts {
    var counts = AcceptedCounts(dialect: .strict)
    counts[.boards] = 2
    return counts
  }

  private func judge(_ status: Int, _ body: [UInt8] = []) -> SyncAnswer {
    SyncAnswer(status: status, body: body, sent: sent)
  }

  @Test func onlyTheExactCountsAreBelieved() {
    #expect(judge(200, sent.encode()) == .accepted)
    var other = sent
    other[.boards] = 1
    #expect(judge(200, other.encode()) == .unexpected(status: 200))
    #expect(judge(200, sent.encode() + [10]) == .unexpected(status: 200))
    #expect(judge(200, sent.encode().dropLast()) == .unexpected(status: 200))
    #expect(judge(200) == .unexpected(status: 200))
    #expect(judge(201, sent.encode()) == .unexpected(status: 201))
  }

  @Test(arguments: [
    (400, SyncAnswer.refused(status: 400, ServerRefusal())),
    (409, .refused(status: 409, ServerRefusal())), (422, .refused(status: 422, ServerRefusal())),
    (401, .unauthorized), (403, .forbidden(ServerRefusal())), (413, .tooLarge(ServerRefusal())),
    (426, .updateRequired), (429, .throttled(waitMs: 30_000)), (500, .failing(waitMs: nil)),
    (503, .failing(waitMs: nil)), (599, .failing(waitMs: nil)), (204, .unexpected(status: 204)),
    (301, .unexpected(status: 301)), (307, .unexpected(status: 307)),
    (404, .unexpected(status: 404)), (418, .unexpected(status: 418)),
    (100, .unexpected(status: 100)), (600, .unexpected(status: 600)), (0, .unexpected(status: 0)),
  ])
  func eachStatusHasItsMeaning(status: Int, meaning: SyncAnswer) {
    #expect(judge(status, status == 200 ? [] : sent.encode()) == meaning)
  }

  @Test func aBusyServerMaySayHowLong() {
    let answer = SyncAnswer(status: 503, retryAfter: "7", sent: sent)
    #expect(answer == .failing(waitMs: 7000))
  }

  @Test(
    arguments: [
      (nil, 30_000), ("", 30_000), ("120", 120_000), (" 5\t", 5_000), ("0", 1_000),
      ("3600", 3_600_000), ("3601", 3_600_000), ("99999999999999999999999", 3_600_000),
      ("-1", 30_000), ("1.5", 30_000), ("soon", 30_000),
      ("Sun, 06 Nov 1994 08:49:47 GMT", 10_000), ("Sunday, 06-Nov-94 08:49:47 GMT", 10_000),
      ("Sun Nov  6 08:49:47 1994", 10_000), ("Sun, 06 Nov 1994 08:49:37 GMT", 1_000),
      ("Sat, 05 Nov 1994 08:49:47 GMT", 1_000), ("Sun, 06 Nov 2094 08:49:37 GMT", 3_600_000),
      ("Sun, 31 Feb 1994 08:49:47 GMT", 30_000), ("Sun, 06 Nov 1994 24:00:00 GMT", 30_000),
      ("Sun, 06 Nov 1994 08:49:47 CET", 30_000), ("Sun, 06 Nov 199x 08:49:47 GMT", 30_000),
    ] as [(String?, Int64)])
  func retryAfterIsReadInAllItsForms(header: String?, waitMs: Int64) {
    #expect(RetryAfter.waitMs(header, date: "Sun, 06 Nov 1994 08:49:37 GMT") == waitMs)
  }

  @Test func aDateWithoutTheAnswersOwnIsNotRead() {
    #expect(RetryAfter.waitMs("Sun, 06 Nov 2094 08:49:47 GMT", date: nil) == 30_000)
    #expect(RetryAfter.waitMs("Sun, 06 Nov 2094 08:49:47 GMT", date: "today") == 30_000)
    #expect(RetryAfter.waitMs("12", date: nil) == 12_000)
  }

  @Test func datesCrossTheYear() {
    let header = "Sat, 01 Jan 2028 00:00:20 GMT"
    #expect(RetryAfter.waitMs(header, date: "Fri, 31 Dec 2027 23:59:50 GMT") == 30_000)
  }

  @Test func nothingButNamesComesOutOfARefusal() {
    #expect(ServerRefusal(slug: "missing-parent").slug == "missing-parent")
    for text in ["", "Bearer abc", "47.1234,8.5", String(repeating: "a", count: 65)] {
      #expect(ServerRefusal(slug: text).slug == "invalid-request")
    }
    #expect(ServerRefusal(table: .boards, field: "name").field == "name")
    #expect(ServerRefusal(table: .boards, field: "47.1234").field == nil)
    #expect(ServerRefusal(field: "name").field == nil)
  }
}
