import FlightModel
import SyncContract
import Testing

@testable import Settings

/// What holds, by what is stored.
@Suite struct StoredSettingsTests {
  private func stored(_ values: KeyValuePairs<String, String>) -> StoredSettings {
    StoredSettings(
      values.map {
        ContractRow(.appSettings, [.text($0.key), .text($0.value), .integer(1)])
      })
  }

  @Test func whatIsNotAllowedHasItsDefault() {
    let settings = stored(["optimisation": "9", "sport": "2", "unheard": "1"])
    #expect(settings.set(.optimisation) == nil)
    #expect(settings.value(of: .optimisation) == .integer(4))
    #expect(settings.set(.sport) == .integer(2))
    #expect(StoredSettings().value(of: .flarmLogInterval) == .integer(4))
  }

  @Test func aSettingGoesBeforeTheConfigurationTextByText() {
    let configured = Declaration(
      pilot: "Club", crew: "Guest", gliderType: "LS 4", registration: "D-1")
    let settings = stored([
      "declarationPilot": "\"Ada\"", "declarationPassenger": "\"\"",
      "declarationCompetitionId": "\"AL\"", "declarationRegistration": "\"D$1\"",
    ])
    let declared = settings.declaration(over: configured)
    #expect(
      declared
        == Declaration(
          pilot: "Ada", crew: "", gliderType: "LS 4", registration: "D-1", competitionID: "AL"))
    #expect(StoredSettings().declaration(over: configured) == configured)
  }

  @Test func unitsAreChosenByTheirNames() {
    #expect(StoredSettings().units == ReadingUnits())
    let units = stored([
      "unitAltitude": "\"ft\"", "unitDistance": "\"nm\"", "unitSpeed": "\"kt\"",
      "unitVertical": "\"ft/s\"", "unitWind": "\"mph\"", "unitTemperature": "\"F\"",
    ]).units
    #expect(units.altitude == .feet && units.distance == .nauticalMiles && units.speed == .knots)
    #expect(units.vertical == .feetPerSecond && units.wind == .milesPerHour)
    #expect(units.temperature == .fahrenheit)
    #expect(stored(["unitAltitude": "\"km\""]).units == ReadingUnits())
  }

  @Test func whatStaysOnThisBoxIsNamed() {
    let scopes = Dictionary(grouping: SettingKey.all, by: \.scope).mapValues { $0.map(\.name) }
    #expect(scopes[.account]?.contains("declarationPilot") == true)
    #expect(
      scopes[.device] == [
        "declarationPassenger", "declarationGliderType", "declarationRegistration",
        "declarationCompetitionId", "declarationCompetitionClass", "flarmLogInterval",
        "flarmCompetition", "flarmStealth", "syncEnabled", "weglideUpload", "skylinesUpload",
        "charronUpload",
      ])
  }
}
