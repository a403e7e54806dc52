import ControlAPI

/// Jobs at instruments are tried against whole programs (Tests/EndToEnd); here is no instrument.
extension StubDaemon {
  func startGround(_ request: GroundRequest) throws(ControlError) -> String {
    throw ControlError(
      .notFound, message: "there is no instrument", hint: "`barograph devices` lists what is there")
  }

  func ground(after number: Int) throws(ControlError) -> GroundPage {
    GroundPage(isRunning: false, next: number, reports: [])
  }

  func stopGround() throws(ControlError) {}
}

extension Unowned {
  func startGround(_ request: GroundRequest) throws(ControlError) -> String {
    try service.startGround(request)
  }

  func ground(after number: Int) throws(ControlError) -> GroundPage {
    try service.ground(after: number)
  }

  func stopGround() throws(ControlError) { try service.stopGround() }
}
