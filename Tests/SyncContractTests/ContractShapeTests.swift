import SyncContract
import Testing

@Suite struct ContractShapeTests {
  @Test func strictFieldsComeFirst() {
    #expect(ContractTable.allCases.count == 20)
  }
}
