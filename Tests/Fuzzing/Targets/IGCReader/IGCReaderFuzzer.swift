import FlightModel
import FuzzDriver
import IGC

/// Any file that calls itself IGC.
@main
enum IGCReaderFuzzer {
  static func main() {
    Fuzzer.run { bytes in
      let whole = IGCFile(reading: bytes)
      var reader = IGCReader()
      var records: [IGCRecord] = []
      for piece in bytes.drips { reader.feed(piece) { records.append($0) } }
      reader.finish { records.append($0) }
      let fixes = records.compactMap { if case .fix(let fix) = $0 { fix } else { nil } }
      Fuzzer.expect(fixes == whole.fixes, "pieces give other fixes than the whole")
      Fuzzer.expect(reader.counts == whole.counts, "pieces give other counts than the whole")
      for fix in fixes {
        Fuzzer.expect(abs(fix.position.latitude) <= 90, "a latitude beyond the pole")
        Fuzzer.expect(abs(fix.position.longitude) <= 180, "a longitude beyond 180 degrees")
      }
    }
  }
}
