import CommandLineInterface
import ConfigFile
import Configuration
import Glibc
import Linux
import Receiver
import Systemd

/// What the configuration files make: places, secrets, storage.
struct Installation {
  static let service = "barograph-receiver"

  let configuration: ServerConfiguration

  /// Reads the files; refuses with every problem when something is wrong.
  init(_ path: String?) throws(Failure) {
    let check = ConfigurationCheck(path)
    guard check.isGood else {
      throw Failure(
        .configuration, "wrong-configuration", "the configuration is wrong\n\(check.report)",
        hint: "correct it; check it again with: barograph-receiver --check-config")
    }
    configuration = check.configuration
  }

  /// The certificate and its key; nil without TLS.
  func certificate() throws(Failure) -> (certificate: String, key: String)? {
    guard let certificate = configuration.listen.certificate, let key = configuration.listen.key
    else { return nil }
    do throws(SystemError) {
      let bytes = try Files.read(path(certificate), limit: 1 << 20)
      return (String(decoding: bytes, as: UTF8.self), try secret(key))
    } catch {
      throw SecretFile.failure(error, "listen.tls-certificate and listen.tls-key")
    }
  }

  /// Opens what holds rows, and makes it or brings it up to date.
  func storage() throws(Failure) -> any ReceiverStorage {
    let location = try location()
    do throws(StorageFailure) {
      let storage = try StorageLocation.open(location)
      try storage.prepare()
      return storage
    } catch {
      throw Self.failure("rows cannot be kept", error, "[storage]")
    }
  }

  /// Opens what holds files.
  func blobs() throws(Failure) -> any BlobStorage {
    let blobs = try bucket() ?? FolderBlobs(folder: path(configuration.blobs.folder))
    do throws(StorageFailure) {
      try blobs.prepare()
      return blobs
    } catch {
      throw Self.failure("files cannot be kept", error, "[blobs]")
    }
  }

  private func bucket() throws(Failure) -> (any BlobStorage)? {
    let settings = configuration.blobs
    guard let name = settings.bucket, let file = settings.credentialsFile else { return nil }
    do throws(SystemError) {
      _ = try secret(file)
    } catch {
      throw SecretFile.failure(error, "blobs.s3-credentials-file")
    }
    let place = S3BlobStorage.Place(
      endpoint: settings.endpoint ?? "", region: settings.region, bucket: name.bucket,
      prefix: name.prefix, authorities: settings.authorities)
    do throws(StorageFailure) {
      return try S3BlobStorage(place, credentials: S3CredentialFile(path: path(file)))
    } catch {
      throw Self.failure("files cannot be kept", error, "[blobs]")
    }
  }

  /// A URL for `StorageLocation`.
  private func location() throws(Failure) -> String {
    if let url = configuration.storage.postgresql { return url }
    guard let file = configuration.storage.postgresqlURLFile else {
      let file = path(configuration.storage.sqlite)
      try checkOwner(of: Files.folder(of: file))
      return "sqlite://\(file)"
    }
    do throws(SystemError) {
      return try secret(file)
    } catch {
      throw SecretFile.failure(error, "storage.postgresql-url-file")
    }
  }

  /// A database file that another user made would be closed to the service.
  private func checkOwner(of folder: String) throws(Failure) {
    var status = stat()
    guard stat(folder, &status) == 0, status.st_uid != geteuid(), geteuid() == 0 else { return }
    let owner = getpwuid(status.st_uid).map { String(cString: $0.pointee.pw_name) }
    let user = owner ?? "#\(status.st_uid)"
    throw Failure(
      .noPermission, "wrong-user", "\(folder) belongs to \(user), and this runs as root",
      hint: "run it as that user: sudo -u \(user) barograph-receiver …")
  }

  private func secret(_ configured: ConfiguredPath) throws(SystemError) -> String {
    try SecretFile.text(path(configured))
  }

  private func path(_ configured: ConfiguredPath) -> String {
    configured.resolved(service: Self.service) { name in
      getenv(name).map { String(cString: $0) }
    }
  }

  private static func failure(
    _ what: String, _ failure: StorageFailure, _ section: String
  ) -> Failure {
    Failure(
      .tryLater, "no-storage", "\(what): \(failure.text)", hint: "see \(section) in receiver.conf")
  }
}

/// What `--check-config` finds.
struct ConfigurationCheck {
  private let found: FoundConfiguration
  private let reading: ConfigurationReading<ServerConfiguration>

  init(_ path: String?) {
    found = FoundConfiguration(path, name: "receiver.conf")
    reading = ConfigurationReading(found.sources)
  }

  /// To be used only when it is good.
  var configuration: ServerConfiguration { reading.configuration }

  var isGood: Bool { found.unreadable.isEmpty && reading.problems.isEmpty }

  /// A line a problem, or that there is none.
  var report: String {
    let missing = found.unreadable.map { "cannot read the configuration: \($0)\n" }.joined()
    return missing.isEmpty || !reading.problems.isEmpty ? missing + reading.report : missing
  }
}

extension StorageFailure {
  /// For people: what happened, without its kind.
  var text: String {
    switch self {
    case .unavailable(let text), .full(let text), .broken(let text): text
    case .missingParent, .missingBlob, .unknownPage: "\(self)"
    }
  }
}
