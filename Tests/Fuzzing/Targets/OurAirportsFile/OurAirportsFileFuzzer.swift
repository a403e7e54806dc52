import FlightModel
import FuzzDriver
import Waypoints

/// Any file in place of OurAirports' list.
@main
enum OurAirportsFileFuzzer {
  static func main() {
    Fuzzer.run { bytes in
      let (file, _) = OurAirportsFile.read(Array(bytes))
      let index = AirfieldIndex(file.airfields)
      for airfield in file.airfields.prefix(20) {
        let nearest = index.nearest(to: airfield.position)
        Fuzzer.expect(nearest?.position.distance(to: airfield.position) == 0, "it is not found")
      }
    }
  }
}
