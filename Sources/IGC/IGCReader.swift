import Bytes
import FlightModel

/// Takes what a reader finds, in the order of the file.
protocol RecordSink {
  mutating func take(_ fix: TrackPoint)
  /// Everything but fixes, comments and opaque lines.
  mutating func take(_ record: IGCRecord)
  /// An L record, or one that nobody takes apart: where it is in the bytes, and in the file.
  mutating func take(line bytes: Span<UInt8>, _ range: Range<Int>, offset: Int)
}

/// Reads any IGC file in one pass and bounded memory; what is not of its form is counted, noted with
/// its line and skipped. Pieces of any size give the same.
package struct IGCReader: Sendable {
  private var splitter = LineSplitter()
  private var records = RecordReader()

  package init() {}

  package var counts: ReadCounts { records.counts }
  /// The first lines that are not as they should be.
  package var defects: [LineDefect] { records.defects }
  /// The file's date, as far as it has been read.
  var clock: FileClock { records.clock }

  /// Takes the next bytes and hands out the records that they complete.
  package mutating func feed(_ bytes: some Sequence<UInt8>, _ body: (IGCRecord) -> Void) {
    var found = RecordList()
    bytes.lend { feed($0, to: &found) }
    found.records.forEach(body)
  }

  /// Ends the file and hands out what stood after the last line end.
  package mutating func finish(_ body: (IGCRecord) -> Void) {
    var found = RecordList()
    finish(to: &found)
    found.records.forEach(body)
  }

  mutating func feed(_ bytes: Span<UInt8>, to sink: inout some RecordSink) {
    var position = 0
    while let line = splitter.next(in: bytes, from: &position) {
      if splitter.isCarried {
        takeCarried(line, to: &sink)
      } else {
        take(bytes, line, to: &sink)
      }
    }
  }

  mutating func finish(to sink: inout some RecordSink) {
    if let line = splitter.finish() { takeCarried(line, to: &sink) }
    records.finish(to: &sink)
  }

  private mutating func takeCarried(_ line: Range<Int>, to sink: inout some RecordSink) {
    let carried = splitter.carried
    take(carried.span, line, to: &sink)
  }

  @inline(__always)
  private mutating func take(
    _ bytes: Span<UInt8>, _ line: Range<Int>, to sink: inout some RecordSink
  ) {
    records.begin(
      line: splitter.number, offset: splitter.offset - line.lowerBound, isCut: splitter.isCut)
    records.take(bytes, line, to: &sink)
  }
}

/// Gathers everything.
private struct RecordList: RecordSink {
  private(set) var records: [IGCRecord] = []

  mutating func take(_ fix: TrackPoint) { records.append(.fix(fix)) }
  mutating func take(_ record: IGCRecord) { records.append(record) }

  mutating func take(line bytes: Span<UInt8>, _ range: Range<Int>, offset: Int) {
    let line = bytes.copy(range)
    let isComment = line.first == UInt8(ascii: "L")
    records.append(isComment ? .comment(RecordParser.text(line.dropFirst())) : .other(line))
  }
}
