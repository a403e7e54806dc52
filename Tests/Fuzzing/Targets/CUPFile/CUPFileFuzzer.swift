import FlightModel
import FuzzDriver
import Waypoints

/// Any file in place of a CUP file.
@main
enum CUPFileFuzzer {
  static func main() {
    Fuzzer.run { bytes in
      let (file, badLines) = CUPFile.read(Array(bytes))
      let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
      Fuzzer.expect(file.waypoints.count + badLines.told.count <= 2 * lines, "more than came")
      for waypoint in file.waypoints {
        Fuzzer.expect(abs(waypoint.position.latitude) <= 90, "a latitude beyond the pole")
        Fuzzer.expect(!waypoint.name.isEmpty, "a waypoint without a name")
      }
      let (again, none) = CUPFile.read(file.bytes())
      Fuzzer.expect(none.count == 0, "what was written is refused")
      Fuzzer.expect(again.tasks.count == file.tasks.count, "a task is lost")
      Fuzzer.expect(again.waypoints.count >= file.waypoints.count, "a waypoint is lost")
      Fuzzer.expect(CUPFile.read(again.bytes()).file == again, "it reads back differently")
    }
  }
}
