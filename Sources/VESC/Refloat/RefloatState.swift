/// How the board is: two bytes that ALLDATA and the old realtime data share.
package struct RefloatState: Equatable, Sendable {
  /// 0 starting up, 1 to 5 riding, 6 to 13 why it stopped, 14 charging, 15 disabled.
  package var state: UInt8
  package var setpointAdjustment: UInt8
  /// 0 none, 1 left, 2 both, 3 right.
  package var footpad: UInt8
  package var handtest: Bool
  package var beepReason: UInt8

  init(_ payload: inout PayloadReader) {
    let first = payload.uint8()
    let second = payload.uint8()
    state = first & 0xF
    setpointAdjustment = first >> 4
    footpad = second & 7
    handtest = second & 8 != 0
    beepReason = second >> 4
  }

  package var isRiding: Bool { 1...5 ~= state }
  package var isCharging: Bool { state == 14 }
}
