import Bytes
package import FlightModel

/// What stands at the head of a file: who flew what, and what recorded it.
package struct FileHeader: Equatable, Sendable {
  package var recorder: RecorderIdentity
  package var declaration: Declaration
  package var firmwareVersion: String
  package var hardwareVersion: String
  /// What is known of the receiver, its maker and model for example.
  package var receiver: String
  /// What is known of the pressure sensor; nil without one, and then no pressure altitude is
  /// written.
  package var pressureSensor: String?
  /// 1 for the first flight of the date.
  package var flightOfDay: Int
  package var extensions: Set<FixExtension>
  package var rate: FixRate
  package var task: TaskDeclaration?
  /// The task's zones, each a line of its own: `OZ=-1,Style=2,R1=1000m,Line=1`.
  package var zones: [String]

  package init(
    recorder: RecorderIdentity, declaration: Declaration, firmwareVersion: String,
    hardwareVersion: String, receiver: String, pressureSensor: String?, flightOfDay: Int,
    extensions: Set<FixExtension> = [], rate: FixRate = .oneHertz, task: TaskDeclaration? = nil,
    zones: [String] = []
  ) {
    self.recorder = recorder
    self.declaration = declaration
    self.firmwareVersion = firmwareVersion
    self.hardwareVersion = hardwareVersion
    self.receiver = receiver
    self.pressureSensor = pressureSensor
    self.flightOfDay = flightOfDay
    self.extensions = extensions
    self.rate = rate
    self.task = task
    self.zones = zones
  }

  /// The records up to the first F or B: A, H in the order of the 2020 edition, I, C, L.
  func records(date: CivilDate, isSigned: Bool) -> [[UInt8]] {
    let layout = FixLayout(extensions: extensions, rate: rate)
    var lines = ["A\(recorder.maker)\(recorder.serial)", dateRecord(date)].map { Array($0.utf8) }
    lines += texts(isSigned: isSigned).map { label, text in
      Array("HF\(label):".utf8) + RecordText.permitted(text)
    }
    if let record = layout.record { lines.append(record) }
    if let task { lines += task.records }
    lines += zones.map { Array("L\(recorder.maker)".utf8) + RecordText.permitted($0) }
    lines += layout.extensions.compactMap(\.note).map { Array("L\(recorder.maker)\($0)".utf8) }
    return lines
  }

  private func dateRecord(_ date: CivilDate) -> String {
    var digits: [UInt8] = []
    RecordField.append(date: date, to: &digits)
    let number = String(min(99, max(1, flightOfDay)), width: 2)
    return "HFDTEDATE:\(String(decoding: digits, as: UTF8.self)),\(number)"
  }

  private func texts(isSigned: Bool) -> [(label: String, text: String)] {
    var texts = [
      ("PLTPILOTINCHARGE", declaration.pilot), ("CM2CREW2", declaration.crew),
      ("GTYGLIDERTYPE", declaration.gliderType), ("GIDGLIDERID", declaration.registration),
      ("DTMGPSDATUM", "WGS84"), ("RFWFIRMWAREVERSION", firmwareVersion),
      ("RHWHARDWAREVERSION", hardwareVersion), ("FTYFRTYPE", "Barograph,Barograph"),
      ("GPSRECEIVER", Self.oneField(receiver)),
      ("PRSPRESSALTSENSOR", pressureSensor.map(Self.oneField) ?? "NIL"),
      ("FRSSECURITY", isSigned ? "digest chain in G records, not FAI approved" : "unsigned"),
    ]
    if !declaration.competitionID.isEmpty {
      texts.append(("CIDCOMPETITIONID", declaration.competitionID))
    }
    if !declaration.competitionClass.isEmpty {
      texts.append(("CCLCOMPETITIONCLASS", declaration.competitionClass))
    }
    texts.append(("ALGALTGPS", "ELL"))
    texts.append(("ALPALTPRESSURE", pressureSensor == nil ? "NIL" : "ISA"))
    return texts
  }

  /// Readers take commas in these records for the borders of maker, model, channels and ceiling.
  private static func oneField(_ text: String) -> String {
    String(text.map { $0 == "," ? " " : $0 })
  }
}
