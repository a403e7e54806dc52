import IGC
import SyncContract
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
  private static let name = SettingKey("t", .account, .text("", .header), "T.")

  @Test(arguments: [
    (SettingKey.syncEnabled, "true", SettingValue.bool(true)),
    (SettingKey.syncEnabled, "false", .bool(false)),
    (number, "1", .integer(1)), (number, "8", .integer(8)), (word, "\"ft\"", .text("ft")),
    (name, "\"\"", .text("")),
    (name, #""Jörg \"Joe\" d'Or, 2/3""#, .text("Jörg \"Joe\" d'Or, 2/3")),
  ])
  func valuesAreRead(key: SettingKey, json: String, value: SettingValue) throws {
    #expect(try key.parse(json: json) == value)
    #expect(value.json == json)
  }

  @Test func aTextMayBeEscapedAsJSONAllows() throws {
    #expect(try Self.name.parse(json: #""J\u00f6rg\/2""#) == .text("Jörg/2"))
  }

  /// What a setting takes goes into a file's header as it is, but for accents.
  @Test func aHeaderHasWhatWasSet() throws {
    for byte in UInt8(0x20)..<0x7F {
      let text = "a\(Character(Unicode.Scalar(byte)))b"
      let isKept = RecordText.permitted(text) == Array(text.utf8)
      #expect(TextBounds.header.allow(text) == isKept, "\(text)")
    }
  }

  @Test(arguments: [
    (SettingKey.syncEnabled, ["", "1", "True", "null", " true", "true ", "\"true\"", "truetrue"]),
    (number, ["0", "9", "+4", "04", "4.0", "-4", "99999999999999999999", "\"4\"", ""]),
    (word, ["m", "\"km\"", "\"", "\"\"", "\"m", "", "\"m\"\""]),
    (
      name,
      [
        "Ada", "\"Ada", "1", "null", "\"a$\"", "\"a*b\"", "\"!\"", #""a\\b""#, "\"^\"", "\"~\"",
        #""a\nb""#, #""\u0000""#, #""\u0085""#, #""\ud800""#, "\"a\nb\"",
        "\"\(String(repeating: "x", count: 51))\"",
      ]
    ),
  ])
  func otherValuesAreRefused(key: SettingKey, texts: [String]) {
    for text in texts {
      #expect(throws: SettingError.notAllowed(key: key.name, allowed: key.allowed)) {
        _ = try key.parse(json: text)
      }
    }
  }
}
