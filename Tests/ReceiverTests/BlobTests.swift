import Bytes
import Compression
import Crypto
import IGC
import JSON
import Log
import Receiver
import Synchronization
import Testing

func sha256(_ bytes: [UInt8]) -> String { Hexadecimal.encode(SHA256.digest(of: bytes)) }
func flightID(_ igc: [UInt8]) -> String {
  Hexadecimal.encode(NormalisedIGC.digest(of: igc, using: SHA256()))
}

/// Compares long arrays without the difference that a failed expectation would look for.
func isSame(_ left: [UInt8], _ right: [UInt8]) -> Bool { left == right }

@Suite struct BlobTests {
  @Test func flightsAreKeptAsTheyCame() throws {
    let bench = ReceiverBench()
    let token = try bench.signIn()
    let igc = Sample.igc(2000)
    let path = "/api/blobs/igc/\(flightID(igc))"
    #expect(bench.send("HEAD", path, token).status == 404)
    let packed = try Gzip.compress(igc)
    let headers = ["content-encoding": "gzip"]
    #expect(bench.send("PUT", path, token, body: packed, headers: headers).status == 201)
    #expect(bench.send("PUT", path, token, body: packed, headers: headers).status == 200)
    let head = bench.send("HEAD", path, token)
    #expect(head.status == 200)
    #expect(head.body.isEmpty)
    let plain = bench.send("GET", path, token)
    #expect(isSame(plain.body, igc))
    #expect(plain.headers["Content-Encoding"] == nil)
    let zipped = bench.send("GET", path, token, headers: ["accept-encoding": "br, gzip;q=0.5"])
    #expect(zipped.headers["Content-Encoding"] == "gzip")
    #expect(isSame(try Gzip.decompress(zipped.body, limit: igc.count), igc))
    let unwanted = bench.send("GET", path, token, headers: ["accept-encoding": "gzip;q=0, br"])
    #expect(isSame(unwanted.body, igc))
  }

  @Test func theFirstCopyOfAFlightWins() throws {
    let bench = ReceiverBench()
    let token = try bench.signIn()
    let first = Sample.igc()
    let second = first.filter { $0 != 0x0D }
    let path = "/api/blobs/igc/\(flightID(first))"
    #expect(flightID(first) == flightID(second))
    #expect(bench.send("PUT", path, token, body: first).status == 201)
    #expect(bench.send("PUT", path, token, body: second).status == 200)
    #expect(bench.send("GET", path, token).body == first)
  }

  @Test func bytesMustBeWhatTheIDNames() throws {
    let bench = ReceiverBench()
    let token = try bench.signIn()
    let igc = Sample.igc()
    for path in ["igc/\(sha256(igc))", "file/\(flightID(igc))", "igc/\(EndpointTests.hash)"] {
      let answer = bench.send("PUT", "/api/blobs/\(path)", token, body: igc)
      #expect(answer.status == 422)
      #expect(answer.slug == "mismatch")
      #expect(bench.send("HEAD", "/api/blobs/\(path)", token).status == 404)
    }
    #expect(bench.send("PUT", "/api/blobs/file/\(sha256(igc))", token, body: igc).status == 201)
    #expect(bench.blobs.state.withLock { $0.bytes.count } == 1)
  }

  @Test func capsHoldInflatedAndOnTheWire() throws {
    let bench = ReceiverBench()
    let token = try bench.signIn()
    let path = "/api/blobs/file/\(EndpointTests.hash)"
    let wire = [UInt8](repeating: 7, count: 20_971_521)
    #expect(bench.send("PUT", path, token, body: Array(wire.dropLast())).status == 422)
    let tooLong = bench.send("PUT", path, token, body: wire)
    #expect(tooLong.status == 413)
    #expect(try tooLong.json["maxBytes"]?.integer == 20_971_520)
    var content = [UInt8](repeating: 0, count: 104_857_600)
    let headers = ["content-encoding": "gzip"]
    let full = bench.send("PUT", path, token, body: try Gzip.compress(content), headers: headers)
    #expect(full.status == 422)
    content.append(0)
    let bomb = bench.send("PUT", path, token, body: try Gzip.compress(content), headers: headers)
    #expect(bomb.status == 413)
  }

  /// Noted but lost: the device is told to send it again.
  @Test func lostBytesAreAskedForAgain() throws {
    let bench = ReceiverBench()
    let token = try bench.signIn()
    let bytes = Array("waypoints".utf8)
    let path = "/api/blobs/file/\(sha256(bytes))"
    #expect(bench.send("PUT", path, token, body: bytes).status == 201)
    bench.blobs.state.withLock { $0.bytes = [:] }
    #expect(bench.send("HEAD", path, token).status == 404)
    #expect(bench.send("GET", path, token).status == 404)
    #expect(bench.log.all.contains { $0.level == .error })
    #expect(bench.send("PUT", path, token, body: bytes).status == 201)
    #expect(bench.send("GET", path, token).body == bytes)
  }

  /// Bytes first: when the note fails, nothing is promised, and the next try heals it.
  @Test func bytesComeBeforeTheirNote() throws {
    let bench = ReceiverBench()
    let token = try bench.signIn()
    let bytes = Array("waypoints".utf8)
    let path = "/api/blobs/file/\(sha256(bytes))"
    bench.storage.state.withLock { $0.noteFailure = .full("no space") }
    let answer = bench.send("PUT", path, token, body: bytes)
    #expect(answer.status == 503)
    #expect(answer.slug == "storage-full")
    bench.storage.state.withLock { $0.noteFailure = nil }
    #expect(bench.send("HEAD", path, token).status == 404)
    #expect(bench.send("PUT", path, token, body: bytes).status == 200)
    #expect(bench.send("HEAD", path, token).status == 200)
  }
}
