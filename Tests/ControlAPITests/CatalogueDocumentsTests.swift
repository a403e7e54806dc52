import ControlAPI
import ControlDoubles
import JSON
import RecordingModel
import Testing

@Suite struct CatalogueDocumentsTests {
  @Test(arguments: CatalogueDocument.Entry.Kind.allCases)
  func aListingReadsBackTheSame(kind: CatalogueDocument.Entry.Kind) throws {
    let listing = CatalogueDocument(
      [
        .init(path: "weglide/flights/7", kind: kind, title: "Ada", detail: "d", day: "2026-07-04"),
        .init(path: "weglide/flights/8", kind: kind, title: "Bob"),
      ], nextPage: 3)
    #expect(try CatalogueDocument(json: listing.json) == listing)
    #expect(try CatalogueDocument(json: CatalogueDocument([]).json) == CatalogueDocument([]))
  }

  @Test func outdatedFilesReadBackTheSame() throws {
    let files = [
      OutdatedFile(
        id: "ab12", filename: "de_asp.txt", path: "openaip/de", day: nil, newDay: "2026-11-01"),
      OutdatedFile(
        id: "cd34", filename: "Alps.cup", path: "xcsoar/waypoints/Alps.cup", day: "2026-01-02",
        newDay: "2026-11-01"),
    ]
    #expect(try OutdatedFile.list(OutdatedFile.json(files)) == files)
  }

  /// A service whose only entry is what it was asked for.
  private struct Echo: RefusingService {
    func catalogue(at path: String, page: Int) throws(ControlError) -> CatalogueDocument {
      CatalogueDocument([.init(path: path, kind: .folder, title: "page \(page)")])
    }
    func catalogueContent(of path: String) throws(ControlError) -> ByteStream {
      ByteStream(Array(path.utf8))
    }
    func fetch(_ path: String) throws(ControlError) -> ImportResult {
      var result = ImportResult(wasKnown: false, boards: [])
      result.files = [ImportedFile(name: path, kind: .tasks, outcome: .added)]
      return result
    }
  }

  private func ask(
    _ method: String, _ path: String, _ query: [String: String] = [:], _ body: String = "",
    mayChange: Bool = true
  ) -> (status: Int, body: [UInt8]) {
    let request = ControlRequest(
      method: method, path: path, query: query, body: Array(body.utf8), mayChange: mayChange)
    let response = ControlRouter(service: Echo()).respond(to: request)
    switch response.body {
    case .bytes(let bytes): return (response.status, bytes)
    case .stream(let stream): return (response.status, (try? stream.next()).flatMap { $0 } ?? [])
    }
  }

  @Test func pathAndPageArriveAsTheyAre() throws {
    let path = "soaringspot/DE/2026/a b%2Fc"
    let listed = ask("GET", "/v1/catalogue", ["path": path, "page": "4"])
    let listing = try CatalogueDocument(json: JSONValue.parse(listed.body))
    #expect(listing.entries.map(\.path) == [path] && listing.entries[0].title == "page 4")
    let all = try CatalogueDocument(json: JSONValue.parse(ask("GET", "/v1/catalogue").body))
    #expect(all.entries.map(\.title) == ["page 1"] && all.entries[0].path == "")
    #expect(ask("GET", "/v1/catalogue/content", ["path": path]).body == Array(path.utf8))
    let fetched = ask("POST", "/v1/catalogue/fetch", [:], #"{"path":"weglide/tasks/7"}"#)
    let result = try ImportResult(json: JSONValue.parse(fetched.body))
    #expect(result.files.map(\.name) == ["weglide/tasks/7"])
    #expect(ask("GET", "/v1/catalogue/outdated").status == 200)
  }

  @Test func whatCannotBeMeantIsRefused() {
    let long = String(repeating: "x", count: 501)
    #expect(ask("GET", "/v1/catalogue", ["path": long]).status == 400)
    #expect(ask("GET", "/v1/catalogue", ["path": "weglide", "page": "0"]).status == 400)
    #expect(ask("GET", "/v1/catalogue/content").status == 400)
    for body in ["", "{}", #"{"path":7}"#, #"{"path":"\#(long)"}"#] {
      #expect(ask("POST", "/v1/catalogue/fetch", [:], body).status == 400, "\(body)")
    }
    #expect(ask("GET", "/v1/catalogue/fetch").status == 405)
    #expect(ask("POST", "/v1/catalogue/fetch", [:], "{}", mayChange: false).status == 403)
    #expect(Endpoint(path: "/v1/catalogue/x") == nil)
  }
}
