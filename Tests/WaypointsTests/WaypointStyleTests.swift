import Testing
import Waypoints

@Suite struct WaypointStyleTests {
  @Test func onlyPlacesToLandAreAirfields() {
    let numbers = WaypointStyle.allCases.filter(\.isAirfield).map(\.rawValue)
    #expect(numbers == [2, 4, 5])
  }
}
