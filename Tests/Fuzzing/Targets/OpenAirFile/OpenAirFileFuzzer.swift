import FuzzDriver
import Waypoints

/// Any file in place of an airspace file.
@main
enum OpenAirFileFuzzer {
  static func main() {
    Fuzzer.run { bytes in
      let (file, badLines) = OpenAirFile.read(Array(bytes))
      let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
      Fuzzer.expect(file.airspaceCount + file.terrainCount <= lines, "more airspaces than lines")
      Fuzzer.expect(badLines.count <= 2 * lines, "more bad lines than lines")
    }
  }
}
