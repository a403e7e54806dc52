import Testing

@testable import Settings

@Suite struct SettingsTests {
  @Test func everySettingCanBeReadBackAndExplained() throws {
    #expect(Set(SettingKey.all.map(\.name)).count == SettingKey.all.count)
    for key in SettingKey.all {
      #expect(try key.parse(json: key.defaultValue.json) == key.defaultValue)
      #expect(try SettingKey.named(key.name) == key)
      #expect((1...128).contains(key.name.utf16.count) && key.meaning.hasSuffix("."))
    }
  }

  @Test func syncIsOffAndTheMasterSwitchStaysOnTheBox() {
    #expect(SettingKey.syncEnabled.defaultValue == .bool(false))
    #expect(SettingKey.syncEnabled.scope == .device)
    #expect(SettingKey.syncWifiOnly.defaultValue == .bool(false))
    #expect(SettingKey.syncWifiOnly.scope == .account)
  }

  @Test func anUnknownSettingIsAnsweredWithTheNearest() {
    #expect(throws: SettingError.unknownKey(nearest: "syncEnabled")) {
      _ = try SettingKey.named("syncEnabld")
    }
    #expect(throws: SettingError.unknownKey(nearest: "syncWifiOnly")) {
      _ = try SettingKey.named("SyncWifiOnly")
    }
    #expect(
      "\(SettingError.unknownKey(nearest: "a"))" == "there is no such setting; did you mean a?")
  }

  private static let number = SettingKey("n", .account, .integer(4, in: 1...8), "N.")
  private static let word = SettingKey("w", .account, .choice("m", among: ["m", "ft"]), "W.")

  @Test(arguments: [
    (SettingKey.syncEnabled, "true", SettingValue.bool(true)),
    (SettingKey.syncEnabled, "false", .bool(false)),
    (number, "1", .integer(1)), (number, "8", .integer(8)), (word, "\"ft\"", .text("ft")),
  ])
  func valuesAreRead(key: SettingKey, json: String, value: SettingValue) throws {
    #expect(try key.parse(json: json) == value)
    #expect(value.json == json)
  }

  @Test(arguments: [
    (SettingKey.syncEnabled, ["", "1", "True", "null", " true", "true ", "\"true\"", "truetrue"]),
    (number, ["0", "9", "+4", "04", "4.0", "-4", "99999999999999999999", "\"4\"", ""]),
    (word, ["m", "\"km\"", "\"", "\"\"", "\"m", "", "\"m\"\""]),
  ])
  func otherValuesAreRefused(key: SettingKey, texts: [String]) {
    for text in texts {
      #expect(throws: SettingError.notAllowed(key: key.name, allowed: key.allowed)) {
        _ = try key.parse(json: text)
      }
    }
  }
}
