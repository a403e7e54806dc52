import Bytes
import FLARM
import FlightModel
import NMEA

/// What the readers make of a sentence, under the names of the fixture; nil for one that none of
/// them reads, and for an aircraft that forbids tracking.
func decodedFields(of sentence: Sentence) -> [String: FieldValue?]? {
  if let position = PositionSentence(sentence) { return fields(of: position) }
  if let content = InstrumentSentence.read(sentence)?.content {
    let address = String(decoding: sentence.address, as: UTF8.self)
    return fields(of: content, address: address)
  }
  return flarmFields(of: sentence)
}

private func clock(_ time: TimeOfDay?) -> FieldValue? { FieldValue(time?.millisecondOfDay) }

private func day(_ date: CivilDate?) -> FieldValue? {
  FieldValue(date.map { String(UTCInstant($0).rfc3339.prefix(10)) })
}

private func fields(of position: PositionSentence) -> [String: FieldValue?] {
  switch position {
  case .recommendedMinimum(let it):
    [
      "time": clock(it.time), "valid": .flag(it.isValid),
      "latitude": FieldValue(it.latitudeDegrees), "longitude": FieldValue(it.longitudeDegrees),
      "groundSpeed": FieldValue(it.groundSpeedMPerS), "track": FieldValue(it.trackDegrees),
      "date": day(it.date), "magneticVariation": FieldValue(it.magneticVariationDegrees),
      "mode": FieldValue(letter: it.mode),
    ]
  case .fixData(let it):
    [
      "time": clock(it.time), "latitude": FieldValue(it.latitudeDegrees),
      "longitude": FieldValue(it.longitudeDegrees), "quality": FieldValue(it.quality),
      "satellites": FieldValue(it.satelliteCount), "hdop": FieldValue(it.horizontalDilution),
      "altitudeMSL": FieldValue(it.meanSeaAltitudeM),
      "geoidSeparation": FieldValue(it.geoidSeparationM),
      "altitudeEllipsoid": FieldValue(it.ellipsoidAltitudeM),
      "differentialAge": FieldValue(it.differentialAgeS),
      "station": FieldValue(it.differentialStation.map { String($0, width: 4) }),
    ]
  case .activeSatellites(let it):
    [
      "selection": FieldValue(letter: it.selection), "fix": FieldValue(it.dimensions),
      "satellites": .list(it.satellites.map { FieldValue($0) }),
      "pdop": FieldValue(it.positionDilution), "hdop": FieldValue(it.horizontalDilution),
      "vdop": FieldValue(it.verticalDilution), "system": FieldValue(it.system),
    ]
  case .courseAndSpeed(let it):
    [
      "track": FieldValue(it.trackDegrees), "magneticTrack": FieldValue(it.magneticTrackDegrees),
      "groundSpeed": FieldValue(it.groundSpeedMPerS),
      "groundSpeedKmh": FieldValue(it.groundSpeedKmPerH), "mode": FieldValue(letter: it.mode),
    ]
  case .timeAndDate(let it):
    [
      "time": clock(it.time), "date": day(it.date), "zoneHours": FieldValue(it.zoneHours),
      "zoneMinutes": FieldValue(it.zoneMinutes),
    ]
  }
}

private func fields(
  of content: InstrumentSentence, address: String
) -> [String: FieldValue?] {
  switch content {
  case .reading(let reading): return fields(of: reading, address: address)
  case .query(let names): return ["query": .list(names.map { .text($0) })]
  case .command(let parts): return ["command": .list(parts.map { .text($0) })]
  case .product(let it):
    return [
      "product": FieldValue(it.name), "serial": FieldValue(it.serialNumber),
      "software": FieldValue(it.software), "hardware": FieldValue(it.hardware),
      "license": FieldValue(it.licence),
    ]
  case .glideSettings(let it):
    return [
      "macCready": FieldValue(it.macCreadyMPerS), "ballast": FieldValue(it.ballastFactor),
      "bugs": FieldValue(it.bugsPercent), "polarA": FieldValue(it.polarA),
      "polarB": FieldValue(it.polarB), "polarC": FieldValue(it.polarC),
      "volume": FieldValue(it.volumePercent),
    ]
  case .varioSettings(let it):
    return [
      "altitudeOffset": FieldValue(it.altitudeOffsetM),
      "speedCommandMode": FieldValue(it.speedCommandMode),
      "varioFilter": FieldValue(it.varioFilterS), "teFilter": FieldValue(it.totalEnergyFilter),
      "teLevel": FieldValue(it.totalEnergyLevel), "varioAverage": FieldValue(it.varioAverageS),
      "varioRange": FieldValue(it.varioRangeMPerS),
      "speedCommandDeadband": FieldValue(it.speedCommandDeadband),
      "speedCommandLow": FieldValue(it.speedCommandLow),
      "speedCommandSpeed": FieldValue(it.speedCommandSpeed),
      "smartFilter": FieldValue(it.smartFilter), "gliderName": FieldValue(it.gliderName),
      "timeOffset": FieldValue(it.timeOffsetHours),
    ]
  }
}

private func fields(
  of reading: InstrumentReading, address: String
) -> [String: FieldValue?] {
  let altitude = FieldValue(reading.altitude?.metres)
  let vector = { (it: InstrumentVector?) in
    it.map { FieldValue.list([FieldValue($0.x), FieldValue($0.y), FieldValue($0.z)]) }
  }
  let gravity = 9.80665
  let isLX = address == "LXWP0"
  let varios = [reading.varioMPerS] + reading.laterVariosMPerS
  return [
    "altitude": altitude, "pressureAltitude": altitude, "altitudeQNH": altitude,
    "fix": FieldValue(reading.fixDimensions),
    "loggerRunning": FieldValue(reading.isLoggerRunning),
    "trueAirspeed": FieldValue(reading.trueAirspeedMPerS),
    "indicatedAirspeed": FieldValue(reading.indicatedAirspeedMPerS),
    "vario": isLX ? .list(varios.map { FieldValue($0) }) : FieldValue(reading.varioMPerS),
    "totalEnergyVario": FieldValue(reading.varioMPerS),
    "climbRate": FieldValue(reading.varioMPerS),
    "varioAverage": FieldValue(reading.averageVarioMPerS),
    "netto": FieldValue(reading.nettoMPerS),
    "heading": FieldValue(reading.headingDegrees),
    "windDirection": FieldValue(reading.windDirectionDegrees),
    "windSpeed": FieldValue(reading.windSpeedMPerS),
    "accelerationX": FieldValue(reading.accelerationMPerS2?.x.map { $0 / gravity }),
    "accelerationY": FieldValue(reading.accelerationMPerS2?.y.map { $0 / gravity }),
    "accelerationZ": FieldValue(reading.accelerationMPerS2?.z.map { $0 / gravity }),
    "acceleration": vector(reading.accelerationMPerS2),
    "rotation": vector(reading.rotationDegreesPerS),
    "speedToFly": FieldValue(reading.isSpeedToFly),
    "mode": FieldValue(reading.isSpeedToFly.map { $0 ? "speedToFly" : "vario" }),
    "time": clock(reading.position?.time) ?? FieldValue(reading.clockS),
    "date": day(reading.position?.date),
    "latitude": FieldValue(reading.position?.latitudeDegrees),
    "longitude": FieldValue(reading.position?.longitudeDegrees),
    "groundSpeed": FieldValue(reading.position?.groundSpeedMPerS),
    "track": FieldValue(reading.position?.trackDegrees),
    "outsideTemperature": FieldValue(reading.temperatureDegC),
    "temperature": FieldValue(reading.temperatureDegC),
    "voltage": FieldValue(reading.voltageV),
    "batteryLevel": FieldValue(reading.batteryPercent),
    "flap": FieldValue(reading.flap),
    "pressure": FieldValue(reading.staticPressureHPa),
    "staticPressure": FieldValue(reading.staticPressureHPa),
    "dynamicPressure": FieldValue(reading.dynamicPressurePa),
    "totalPressure": FieldValue(reading.totalPressureHPa),
    "humidity": FieldValue(reading.humidityPercent),
    "unknownKeys": .list(reading.unknownKeys.map { .text($0) }),
  ]
}

private func flarmFields(of sentence: Sentence) -> [String: FieldValue?]? {
  if let state = OperatingState(sentence) { return fields(of: state) }
  if case .target(let target) = TrafficTarget.decode(sentence) { return fields(of: target) }
  if let it = SelfTest(sentence) {
    return [
      "query": FieldValue(letter: it.query), "severity": FieldValue(it.severity?.rawValue),
      "code": FieldValue(it.code), "message": FieldValue(it.message),
    ]
  }
  if let it = DeviceVersions(sentence) {
    return [
      "query": FieldValue(letter: it.query), "hardware": FieldValue(it.hardware),
      "software": FieldValue(it.software), "obstacles": FieldValue(it.obstacles),
    ]
  }
  if let it = FlightState(sentence) {
    return [
      "query": FieldValue(letter: it.query), "inFlight": FieldValue(it.isInFlight),
      "recorder": FieldValue(it.recorder?.rawValue), "tisbAdsr": FieldValue(it.trafficService),
    ]
  }
  if let it = OperationProgress(sentence) {
    return [
      "operation": FieldValue(it.operation), "info": FieldValue(it.info),
      "progress": FieldValue(it.percent),
    ]
  }
  var fields = sentence.fields
  if sentence.hasAddress("PFLAC") {
    return [
      "query": FieldValue(fields.nextText()), "key": FieldValue(fields.nextText()),
      "value": FieldValue(fields.remainingText()),
    ]
  }
  return sentence.hasAddress("PFLAX") ? [:] : nil
}

/// The id of the aircraft of a `PFLAU` is not read on purpose, so it is not here.
private func fields(of it: OperatingState) -> [String: FieldValue?] {
  [
    "received": FieldValue(it.receivedCount), "transmitting": .flag(it.isTransmitting),
    "gps": FieldValue(it.positioning?.rawValue), "power": .flag(it.hasGoodSupply),
    "alarmLevel": FieldValue(it.alarmLevel),
    "relativeBearing": FieldValue(it.relativeBearingDegrees),
    "alarmType": FieldValue(it.alarmType), "relativeVertical": FieldValue(it.relativeVerticalM),
    "distance": FieldValue(it.distanceM),
  ]
}

private func fields(of it: TrafficTarget) -> [String: FieldValue?] {
  [
    "alarmLevel": FieldValue(it.alarmLevel), "relativeNorth": FieldValue(it.northM),
    "relativeEast": FieldValue(it.eastM), "relativeVertical": FieldValue(it.verticalM),
    "idType": FieldValue(it.idType), "id": FieldValue(it.id), "callsign": FieldValue(it.name),
    "track": FieldValue(it.trackDegrees), "groundSpeed": FieldValue(it.groundSpeedMPerS),
    "climbRate": FieldValue(it.climbCmPerS.map { Double($0) / 100 }),
    "aircraftType": FieldValue(it.aircraftType), "noTrack": .flag(false),
    "source": FieldValue(it.source),
    "rssi": FieldValue(it.signalDeciDBm.map { Double($0) / 10 }),
    "directional": .flag(it.eastM != nil),
  ]
}

extension FieldValue {
  fileprivate init?(_ number: Int64?) { self.init(number.map(Double.init)) }
}
