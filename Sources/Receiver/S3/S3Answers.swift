import HTTPClient

// What an S3-compatible store says in XML, as far as it is plain: names and codes of ours need no
// entities.
extension HTTPAnswer {
  /// The store's own code for an error: what stands in `<Code>`, if it is a plain word.
  var code: String? {
    let word = texts(of: "Code", in: body.prefix(4096)).first ?? ""
    let isPlain = word.utf8.allSatisfy {
      (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || (0x30...0x39).contains($0)
    }
    return isPlain && (1...64).contains(word.utf8.count) ? word : nil
  }

  /// The names of the objects in a list.
  var names: [String] { texts(of: "Key", in: body[...]) }

  /// Whether a list goes on.
  var isTruncated: Bool { texts(of: "IsTruncated", in: body[...]).first == "true" }

  /// What stands in the elements of a name that have no attributes and no children.
  private func texts(of name: String, in bytes: ArraySlice<UInt8>) -> [String] {
    let start = Array("\(name)>".utf8)
    var found: [String] = []
    for part in bytes.split(separator: UInt8(ascii: "<")) where part.starts(with: start) {
      found.append(String(decoding: part.dropFirst(start.count), as: UTF8.self))
    }
    return found
  }
}

extension BlobKey {
  /// From `KIND/ID`, as it stands behind the account in the name of an object.
  init?(account: String, name: Substring) {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let kind = Kind(rawValue: parts[0]), Self.isID(parts[1]) else {
      return nil
    }
    self.init(accountID: account, kind: kind, id: parts[1])
  }
}
