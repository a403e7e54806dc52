import Bytes
import SeededRandom
import Testing

@testable import VESC

@Suite struct RequestTests {
  private static let rows: [String: VESCRequest] = [
    "request-fw-version": VESCRequest(.firmwareVersion),
    "request-get-values": VESCRequest(.values),
    "request-get-values-setup": VESCRequest(.setup),
    "request-forward-can-98-get-values": VESCRequest(.values, canID: 98),
    "request-ping-can": VESCRequest(.pingCAN),
    "request-get-values-selective-81cc":
      VESCRequest(.valuesSelective(.init(rawValue: 0x81CC))),
    "request-get-values-setup-selective":
      VESCRequest(.setupSelective(.init(rawValue: 0x3F_FFFF))),
    "request-get-imu-3f": VESCRequest(.inertial(mask: 0x3F)),
    "request-get-stats": VESCRequest(.statistics(mask: 0x7FF)),
    "request-get-gnss": VESCRequest(.gnss(mask: 0x3FF)),
    "request-get-mcconf-temp": VESCRequest(.motorLimits),
    "request-bms-get-values": VESCRequest(.battery),
    "request-refloat-alldata-3-via-can-98":
      VESCRequest(.refloat(.allData(.counters)), canID: 98),
    "request-refloat-realtime": VESCRequest(.refloat(.realtime(mask1: 0x1140, mask2: 0))),
    "request-refloat-info-2": VESCRequest(.refloat(.info)),
  ]

  @Test(arguments: VectorRow.rows("request")) func `a request is these bytes`(_ row: VectorRow)
    throws
  {
    let request = try #require(Self.rows[row.name])
    #expect(request.bytes == row.bytes)
    #expect(request.payload == row.payload)
  }

  @Test func `no request stands in the vectors that is not built here`() {
    #expect(Set(VectorRow.rows("request").map(\.name)) == Set(Self.rows.keys))
  }

  // MARK: The allow-list

  /// Commands that only read: FW_VERSION, GET_VALUES, GET_MCCONF, the decoded inputs, CAN forward,
  /// package data, SETUP, both selective forms, PING_CAN, IMU, MCCONF_TEMP, BMS, STATS, GNSS.
  private static let readOnly: Set<UInt8> = [
    0, 4, 14, 31, 32, 33, 34, 36, 47, 50, 51, 62, 65, 91, 96, 128, 150,
  ]
  /// INFO, realtime data in its ages, ALLDATA, ALERTS_LIST.
  private static let readOnlyOfRefloat: Set<UInt8> = [0, 1, 10, 31, 32, 33, 35]

  /// A question for each case of the type, for masks and modes of every kind. The switch has no
  /// default: a new case does not compile until it is here.
  private static func questions(_ mask: UInt32) -> [VESCRequest.Question] {
    let all: [VESCRequest.Question] =
      [
        .firmwareVersion, .values, .valuesSelective(.init(rawValue: mask)), .setup,
        .setupSelective(.init(rawValue: mask)), .pingCAN,
        .inertial(mask: UInt16(truncatingIfNeeded: mask)), .motorLimits, .battery,
        .statistics(mask: UInt16(truncatingIfNeeded: mask)),
        .gnss(mask: UInt16(truncatingIfNeeded: mask)), .refloat(.info), .refloat(.oldRealtime),
        .refloat(.realtime(mask1: mask, mask2: ~mask)), .refloat(.alerts),
      ] + RefloatAllDataMode.allCases.map { .refloat(.allData($0)) }
    for question in all {
      switch question {
      case .firmwareVersion, .values, .valuesSelective, .setup, .setupSelective, .pingCAN,
        .inertial, .motorLimits, .battery, .statistics, .gnss:
        break
      case .refloat(let question):
        switch question {
        case .info, .oldRealtime, .allData, .realtime, .alerts: break
        }
      }
    }
    return all
  }

  /// How long the arguments of each command are; a longer one might hide something.
  private static func expectReadOnly(_ payload: ArraySlice<UInt8>, isForwarded: Bool) {
    let bytes = Array(payload)
    #expect(readOnly.contains(bytes[0]))
    switch bytes[0] {
    case 0, 4, 47, 62, 91, 96: #expect(bytes.count == 1)
    case 50, 51: #expect(bytes.count == 5)
    case 65, 128, 150: #expect(bytes.count == 3)
    case 36:
      #expect(bytes[1] == 101 && readOnlyOfRefloat.contains(bytes[2]))
      #expect(bytes.count <= 12)
    case 34:
      #expect(!isForwarded, "forwarded twice")
      expectReadOnly(payload.dropFirst(2), isForwarded: true)
    default: Issue.record("command \(bytes[0]) is not among those that are asked")
    }
  }

  @Test func `nothing but reading can be expressed, to any controller and with any mask`() {
    var random = SeededGenerator(seed: 1)
    let masks: [UInt32] =
      [0, .max] + (0..<32).map { 1 << $0 } + (0..<20).map { _ in random.next() }
    var first: Set<UInt8> = []
    for mask in masks {
      for question in Self.questions(mask) {
        let ids: [UInt8?] = mask == 0 ? [nil] + (0...255).map { $0 } : [nil, 98]
        for id in ids {
          let request = VESCRequest(question, canID: id)
          Self.expectReadOnly(request.payload[...], isForwarded: false)
          #expect(deframed([request.bytes]) == [request.payload])
          first.formUnion([request.payload[0], id == nil ? request.payload[0] : request.payload[2]])
        }
      }
    }
    for command in UInt8.min...UInt8.max where !Self.readOnly.contains(command) {
      #expect(!first.contains(command))
    }
    #expect(Set(VESCCommand.allCases.map(\.rawValue)).subtracting([21, 135]) == first)
  }

  /// Every command byte that moves, configures, erases or restarts.
  @Test(
    arguments: [2, 3] + Array(5...12) + [19] + Array(24...29) + Array(58...61) + [95, 110]
      + Array(142...144) + [156, 159])
  func `a command that acts has no name here`(_ command: UInt8) {
    #expect(VESCCommand(rawValue: command) == nil)
  }
}
