import FlightModel
import Glibc
import SeededRandom
import Telemetry

/// A ride on a balance board whose controller tells all its columns 20 times a second, with a GNSS
/// fix a second: deterministic, endless, and noisy as sensors are.
///
/// Speed goes from one target to the next with stops between; the currents follow acceleration and
/// grade, the voltage sags with them and falls with the charge that was used, temperatures creep.
struct SimulatedRide: Sequence, IteratorProtocol {
  static let stepMs: Int64 = 50

  private let startMs: Int64
  private var random = SeededGenerator(seed: 3)
  private var steps: Int64 = 0
  /// m/s, m/s and seconds until the next target.
  private var speed = 0.0
  private var target = 5.0
  private var rest = 20.0
  private var acceleration = 0.0
  /// Rise over run of the ground.
  private var grade = 0.0
  private var bearing = 0.7
  private var turn = 0.0
  private var metres = 0.0
  private var position = Coordinate(latitudeE7: 520_123_456, longitudeE7: 131_234_567)
  private var altitude = 84.0
  /// Share of the charge that is left, and heat of the controller and the motor, °C.
  private var charge = 0.97
  private var heat = (mosfet: 31.0, motor: 29.0)
  private var location: LocationColumns?

  /// `startMs` is the first sample's time, UTC milliseconds.
  init(startMs: Int64) { self.startMs = startMs }

  mutating func next() -> TelemetrySample? {
    move()
    var sample = TelemetrySample(
      capturedAtMs: startMs + steps * Self.stepMs,
      elapsedRealtimeMs: 60_000 + steps * Self.stepMs, canID: 12)
    sample.motion = measure()
    if steps.isMultiple(of: 20) { fix(at: sample.capturedAtMs) }
    sample.location = location
    steps += 1
    return sample
  }

  // MARK: The truth

  private mutating func move() {
    let step = Double(Self.stepMs) / 1000
    rest -= step
    if rest <= 0 { aim() }
    acceleration += (Swift.max(-1.8, Swift.min(1.4, target - speed)) - acceleration) * step
    speed = Swift.max(0, speed + acceleration * step)
    grade += (noise(0.03) - grade * 0.1) * step
    turn += (noise(0.5) - turn * 0.4) * step
    if speed > 0.3 { bearing += turn * step }
    metres += speed * step
    altitude += speed * grade * step
    position = position.moved(
      north: speed * cos(bearing) * step, east: speed * sin(bearing) * step)
    let watts = Swift.max(-300, power)
    // The pack is full again after each 500 Wh, so that the ride can go on.
    charge -= watts * step / 3600 / 500
    if charge < 0.15 { charge = 0.97 }
    heat.mosfet += (28 + abs(current) * 0.7 - heat.mosfet) * step / 240
    heat.motor += (27 + abs(current) * 1.1 - heat.motor) * step / 600
  }

  private mutating func aim() {
    let draw = uniform()
    target = draw < 0.12 ? 0 : 2.5 + 6 * uniform()
    rest = target == 0 ? 5 + 40 * uniform() : 15 + 60 * uniform()
  }

  /// Watts at the wheel: acceleration of 95 kg, grade, rolling and air.
  private var power: Double {
    (95 * (acceleration + 9.81 * grade) + 14 + 0.35 * speed * speed) * speed
  }

  /// Motor amperes.
  private var current: Double { 95 * (acceleration + 9.81 * grade) * 0.14 + speed * 0.9 }

  // MARK: What is measured

  private mutating func measure() -> MotionColumns {
    var motion = MotionColumns()
    let volts = 60 + 23 * charge - power / 900
    let amperes = current + noise(1.2)
    let lean = acceleration * 1.6 + noise(0.25)
    motion.speedCentiKmh = rounded(speed * 360 + noise(6))
    motion.batteryVoltageMv = rounded(volts * 1000 + noise(40))
    motion.motorCurrentMa = rounded(amperes * 1000)
    motion.batteryCurrentMa = rounded(power / volts * 1000 + noise(300))
    motion.dutyPermille = rounded(speed * 3300 / volts + noise(4))
    motion.pitchCentiDeg = rounded(lean * 100)
    motion.rollCentiDeg = rounded(turn * speed * 150 + noise(60))
    motion.balancePitchCentiDeg = rounded(lean * 100 + noise(12))
    motion.balanceCurrentMa = rounded(amperes * 1000 + noise(500))
    motion.erpm = rounded(speed * 850 + noise(20))
    motion.state = speed < 0.05 ? 4 : 1
    motion.switchState = 2
    motion.adc1Milli = rounded(2600 + noise(35))
    motion.adc2Milli = rounded(2550 + noise(35))
    motion.odometerCm = 48_213_000 + Int64(metres * 100)
    motion.tempMosfetDeciC = rounded(heat.mosfet * 10)
    motion.tempMotorDeciC = rounded(heat.motor * 10)
    motion.faultCode = 0
    return motion
  }

  private mutating func fix(at ms: Int64) {
    let measured = position.moved(north: noise(0.8), east: noise(0.8))
    let degrees = bearing * 180 / .pi
    let course = degrees - (degrees / 360).rounded(.down) * 360
    location = LocationColumns(
      latitudeE7: measured.latitudeE7, longitudeE7: measured.longitudeE7,
      gpsSpeedCentiMps: rounded(Swift.max(0, speed * 100 + noise(10))),
      bearingCentiDeg: Swift.min(35_999, rounded(course * 100)),
      accuracyCm: rounded(350 + noise(60)), altitudeCm: rounded(altitude * 100 + noise(120)),
      locationTimestampMs: ms)
  }

  // MARK: Chance

  private mutating func uniform() -> Double { Double(random.next() >> 11) / 9_007_199_254_740_992 }

  /// About normal, with this standard deviation.
  private mutating func noise(_ deviation: Double) -> Double {
    let bits = random.next()
    let sum = (bits & 0xFFFF) + (bits >> 16 & 0xFFFF) + (bits >> 32 & 0xFFFF) + (bits >> 48)
    return (Double(sum) / 65_536 - 2) * 1.732 * deviation
  }

  private func rounded(_ value: Double) -> Int32 { Int32(value.rounded()) }
}
