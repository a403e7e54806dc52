import SyncContract
import SyncPlan
import Testing

@Suite struct BlobReferenceTests {
  private func mapFile(source: String) -> PendingRow {
    let fields = ContractTable.mapFiles.shape.fields
    var values: [ContractValue] = fields.map { _ in .null }
    let hash = String(repeating: "ab", count: 32)
    for (name, value) in [
      ("source", ContractValue.text(source)), ("contentHash", .text(hash)),
      ("contentBytes", .integer(7)),
    ] {
      values[ContractTable.mapFiles.shape.index(of: name)!] = value
    }
    return PendingRow(cursor: 5, row: ContractRow(.mapFiles, values))
  }

  @Test func onesOwnMapFileFollowsItsContent() {
    let blob = BlobReference(mapFile(source: "user"))
    #expect(blob?.kind == .file && blob?.bytes == 7 && blob?.cursor == 5)
    #expect(blob?.path == "/api/blobs/file/" + String(repeating: "ab", count: 32))
  }

  @Test(arguments: ["xcsoar", "openaip"])
  func theContentOfACataloguesFileIsNotSent(source: String) {
    #expect(BlobReference(mapFile(source: source)) == nil)
  }
}
