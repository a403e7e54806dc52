import FlightModel
import HTTPClient
import Services
import Testing

@Suite struct RequestTests {
  private func body(_ form: MultipartForm) throws -> (text: String, type: String) {
    var request = UplinkRequest(.post, "https://service.example/")
    try #require(form.become(bodyOf: &request))
    guard case .bytes(let bytes) = request.body else { return ("", "") }
    return (String(decoding: bytes, as: UTF8.self), request.contentType)
  }

  @Test func aFormHasItsPartsInOrder() throws {
    var form = MultipartForm()
    form.add("user_id", "17")
    form.add(file: "file", filename: "a.igc", Array("AXBG\r\n".utf8))
    let (text, type) = try body(form)
    #expect(type == "multipart/form-data; boundary=barograph-form-000000000000")
    #expect(
      text == """
        --barograph-form-000000000000\r
        Content-Disposition: form-data; name="user_id"\r
        \r
        17\r
        --barograph-form-000000000000\r
        Content-Disposition: form-data; name="file"; filename="a.igc"\r
        Content-Type: application/octet-stream\r
        \r
        AXBG\r
        \r
        --barograph-form-000000000000--\r

        """)
  }

  @Test func theBoundaryIsInNoPart() throws {
    var form = MultipartForm()
    form.add("comment", "--barograph-form-000000000000")
    form.add(file: "file", filename: "a.igc", Array("\nbarograph-form-000000000001".utf8))
    #expect(try body(form).type.hasSuffix("barograph-form-000000000002"))
  }

  @Test func namesOfFilesAreEscaped() throws {
    var form = MultipartForm()
    form.add(file: "file", filename: "a\"\r\nX: y\u{0}é.igc", [])
    #expect(try body(form).text.contains("filename=\"a%22%0D%0AX: yé.igc\"\r\n"))
  }

  @Test func aFormHasALimit() {
    var form = MultipartForm()
    form.add(file: "file", filename: "a", [UInt8](repeating: 0x41, count: MultipartForm.limit))
    var request = UplinkRequest(.post, "https://service.example/")
    #expect(!form.become(bodyOf: &request))
    #expect(request.body == .none)
  }

  @Test(arguments: [
    ("", "", "Basic Og=="), ("a", "", "Basic YTo="), ("ab", "c", "Basic YWI6Yw=="),
    ("ada@example.org", "päss word", "Basic YWRhQGV4YW1wbGUub3JnOnDDpHNzIHdvcmQ="),
  ])
  func loginsAreBase64(login: String, password: String, header: String) {
    #expect(FormText.basic(login, password) == header)
  }

  @Test func textIsEscapedForURLs() {
    #expect(FormText.joined([("a b", "é&="), ("c", "-._~Z9")]) == "a%20b=%C3%A9%26%3D&c=-._~Z9")
  }

  @Test(arguments: [
    ("2011-06-18T09:11:23+00:00", "2011-06-18T09:11:23Z"),
    ("2011-06-18T09:11:23", "2011-06-18T09:11:23Z"),
    ("2011-06-18 09:11:23Z", "2011-06-18T09:11:23Z"),
    ("2011-06-18T09:11:23.5Z", "2011-06-18T09:11:23.500Z"),
    ("2011-06-18T09:11:23.123456789+02:00", "2011-06-18T07:11:23.123Z"),
    ("2011-06-18T23:11:23-0330", "2011-06-19T02:41:23Z"),
  ])
  func timesOfServices(text: String, time: String) {
    #expect(UTCInstant(serviceTime: text)?.rfc3339 == time)
  }

  @Test(arguments: [
    "", "2011-06-18", "2011-06-18T09:11:23+0", "2011-06-18T09:11:23 Paris", "2011-13-18T09:11:23Z",
    "2011-06-18T09:11:23.Z", "2011-06-18T09:11:23.1234567890123Z",
  ])
  func whatIsNoTime(text: String) {
    #expect(UTCInstant(serviceTime: text) == nil)
  }
}
