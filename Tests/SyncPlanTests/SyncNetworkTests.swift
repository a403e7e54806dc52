import SyncPlan
import Testing

@Suite struct SyncNetworkTests {
  @Test(arguments: [
    (SyncNetwork.offline, false, false), (.offline, true, false),
    (.online(.unmetered), false, true), (.online(.unmetered), true, true),
    (.online(.metered), false, false), (.online(.metered), true, false),
    (.online(.unknown), false, true), (.online(.unknown), true, false),
  ])
  func downloadsWaitForANetworkThatCostsNothing(
    network: SyncNetwork, isUnmeteredOnly: Bool, may: Bool
  ) {
    #expect(network.mayBeUsedForDownloads(isUnmeteredOnly: isUnmeteredOnly) == may)
  }
}
