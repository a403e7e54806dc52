import Bytes

/// The settings of a FLARM that a person may change. What erases flights, memory, obstacles or all
/// settings at once has no case, so no command can name it.
package enum SettingKey: String, CaseIterable, Sendable {
  case pilot = "PILOT"
  case copilot = "COPIL"
  case gliderType = "GLIDERTYPE"
  case gliderID = "GLIDERID"
  case competitionID = "COMPID"
  case competitionClass = "COMPCLASS"
  case logInterval = "LOGINT"
  case stealth = "PRIV"
  case noTracking = "NOTRACK"
  case threshold = "THRE"
  case aircraftType = "ACFT"
  case radioID = "ID"
  case range = "RANGE"
  case verticalRange = "VRANGE"
  case output = "NMEAOUT"
  case output1 = "NMEAOUT1"
  case output2 = "NMEAOUT2"
  case speed = "BAUD"
  case speed1 = "BAUD1"
  case speed2 = "BAUD2"

  /// What a value may be.
  enum Rule: Equatable {
    /// ASCII of at most so many characters.
    case text(Int)
    case number(ClosedRange<Int>)
    /// Six hexadecimal digits.
    case address
  }

  var rule: Rule {
    switch self {
    case .pilot, .copilot: .text(47)
    case .gliderType: .text(31)
    case .gliderID, .competitionID, .competitionClass: .text(15)
    case .logInterval: .number(1...8)
    case .stealth, .noTracking: .number(0...1)
    case .threshold: .number(1...255)
    case .aircraftType: .number(0...15)
    case .radioID: .address
    case .range: .number(2000...65_535)
    case .verticalRange: .number(100...2000)
    case .output, .output1, .output2: .number(0...255)
    case .speed, .speed1, .speed2: .number(0...9)
    }
  }

  /// What the setting is, in a few words.
  package var meaning: String {
    switch self {
    case .pilot: "pilot"
    case .copilot: "second pilot"
    case .gliderType: "glider type"
    case .gliderID: "registration"
    case .competitionID: "competition id"
    case .competitionClass: "competition class"
    case .logInterval: "seconds between fixes of the IGC file"
    case .stealth: "stealth mode (1 is on)"
    case .noTracking: "not to be tracked (1 is on)"
    case .threshold: "speed from which it counts as flying, m/s"
    case .aircraftType: "aircraft type (1 glider, 2 tow plane)"
    case .radioID: "radio id (FFFFFF is its own)"
    case .range: "range of traffic on the ports, m"
    case .verticalRange: "vertical range of traffic on the ports, m"
    case .output, .output1, .output2: "which sentences a port sends"
    case .speed, .speed1, .speed2: "speed code of a port"
    }
  }
}

/// What a FLARM tells of itself and nobody can change.
package enum InfoKey: String, CaseIterable, Sendable {
  case deviceType = "DEVTYPE"
  case deviceID = "DEVICEID"
  case softwareVersion = "SWVER"
  case softwareExpiry = "SWEXP"
  case flarmVersion = "FLARMVER"
  case build = "BUILD"
  case serialNumber = "SER"
  case region = "REGION"
  case radioID = "RADIOID"
  case capabilities = "CAP"
  case obstacleDatabase = "OBSTDB"
  case obstacleExpiry = "OBSTEXP"
  case licences = "LIC"
}

/// A value that a setting takes, as it is sent.
package struct SettingValue: Equatable, Sendable {
  package let key: SettingKey
  package let text: String

  /// Checks a value as a person typed it. Accents are taken off and what a sentence cannot carry
  /// becomes a blank; `text` shows what is left.
  package init(_ key: SettingKey, _ typed: String) throws(SettingError) {
    self.key = key
    switch key.rule {
    case .text(let limit):
      text = SentenceField.clean(typed)
      guard text.utf8.count <= limit else { throw .tooLong(key, limit: limit) }
    case .number(let range):
      guard let number = Int(typed), range.contains(number) else { throw .notIn(key, range) }
      text = String(number)
    case .address:
      let digits = Array(typed.utf8)
      guard digits.count == 6, digits.allSatisfy({ ASCII.hexValue($0) != nil }) else {
        throw .notAnAddress(key)
      }
      text = typed.uppercased()
    }
  }
}

/// Why a setting was not taken.
package enum SettingError: Error, Equatable, Sendable {
  /// No such setting, or one that is never sent.
  case unknownKey(String)
  case tooLong(SettingKey, limit: Int)
  case notIn(SettingKey, ClosedRange<Int>)
  case notAnAddress(SettingKey)
  /// `COMPETITION` takes these only.
  case notOnOrOff

  /// What is wrong, for the person who typed it.
  package var words: String {
    switch self {
    case .unknownKey(let key): "there is no setting \(key)"
    case .tooLong(let key, let limit): "\(key.rawValue) takes at most \(limit) characters"
    case .notIn(let key, let range):
      "\(key.rawValue) takes a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .notAnAddress(let key): "\(key.rawValue) takes six hexadecimal digits"
    case .notOnOrOff: "COMPETITION takes on or off"
    }
  }
}
