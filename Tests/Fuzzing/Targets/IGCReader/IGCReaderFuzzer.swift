import FlightModel
import FuzzDriver
import IGC

/// Any file that calls itself IGC.
@main
enum IGCReaderFuzzer {
  static func main() {
    Fuzzer.run { bytes in
      let file = IGCFile(reading: Array(bytes))
      let whole = records(of: [Array(bytes)])
      let dripped = records(of: bytes.drips)
      Fuzzer.expect(whole.records == dripped.records, "pieces give other records than the whole")
      Fuzzer.expect(whole.reader.counts == dripped.reader.counts, "pieces give other counts")
      Fuzzer.expect(whole.reader.defects == dripped.reader.defects, "pieces give other defects")
      Fuzzer.expect(
        file.counts == whole.reader.counts, "the file has other counts than its records")
      Fuzzer.expect(file.track.count == file.counts.fixes, "not every fix is in the track")
      for (index, fix) in file.track.enumerated() {
        Fuzzer.expect(abs(fix.position.latitude) <= 90, "a latitude beyond the pole")
        Fuzzer.expect(abs(fix.position.longitude) <= 180, "a longitude beyond 180 degrees")
        for field in file.extensions { _ = file.text(of: field.code, in: index) }
      }
      _ = (file.comments, file.declaration, file.tasks.map(\.records))
    }
  }

  private static func records(of pieces: [[UInt8]]) -> (records: [IGCRecord], reader: IGCReader) {
    var reader = IGCReader()
    var records: [IGCRecord] = []
    for piece in pieces { reader.feed(piece) { records.append($0) } }
    reader.finish { records.append($0) }
    return (records, reader)
  }
}
