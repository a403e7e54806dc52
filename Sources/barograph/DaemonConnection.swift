import CommandLineInterface
import ControlAPI
import Glibc
import HTTPClient
import JSON

/// The daemon's socket, with every way it can fail turned into plain words.
struct DaemonConnection: Sendable {
  private let client: UnixHTTPClient
  /// Of the socket.
  let path: String

  /// Where the daemon listens.
  var socketPath: String { client.socketPath }

  /// The socket of `--socket`, else of the environment, else the usual place.
  init(_ invocation: Invocation, timeoutSeconds: Int = 10) {
    path =
      invocation["socket"] ?? getenv("BAROGRAPH_SOCKET").map { String(cString: $0) }
      ?? "/run/barograph/barograph.sock"
    client = UnixHTTPClient(socketPath: path, timeoutSeconds: timeoutSeconds)
  }

  /// Calls an endpoint and reads its JSON; `query` holds unescaped values.
  func call(
    _ endpoint: Endpoint, query: [(String, String)] = [], body: JSONValue? = nil
  ) throws(Failure) -> JSONValue {
    let answer: HTTPAnswer
    do throws(HTTPClientError) {
      answer =
        endpoint.isChange
        ? try client.post(target(endpoint, query), json: body?.bytes() ?? [])
        : try client.get(target(endpoint, query))
    } catch {
      throw Failure(error)
    }
    let json = try Self.json(answer)
    guard (200..<300).contains(answer.status) else { throw Self.failure(answer, json) }
    return json
  }

  /// Sends bytes to an endpoint that changes something, and reads its JSON.
  func post(
    _ endpoint: Endpoint, query: [(String, String)], _ bytes: [UInt8]
  ) throws(Failure) -> JSONValue {
    let answer: HTTPAnswer
    do throws(HTTPClientError) {
      answer = try client.post(target(endpoint, query), json: bytes)
    } catch {
      throw Failure(error)
    }
    let json = try Self.json(answer)
    guard (200..<300).contains(answer.status) else { throw Self.failure(answer, json) }
    return json
  }

  /// Reads a typed value from an answer.
  func read<Value>(
    _ json: JSONValue, _ decode: (JSONValue) throws(DocumentError) -> Value
  ) throws(Failure) -> Value {
    do throws(DocumentError) {
      return try decode(json)
    } catch {
      throw Failure(
        .badData, "bad-answer", "the daemon's answer makes no sense: \(error)",
        hint: "command and daemon may be of different versions: update both")
    }
  }

  /// Streams an export; `receive` may throw, which ends it.
  func stream(
    _ endpoint: Endpoint, query: [(String, String)] = [],
    to receive: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    var failure: Failure?
    let answer: HTTPAnswer
    do throws(HTTPClientError) {
      answer = try client.stream(target(endpoint, query)) { bytes in
        do throws(Failure) {
          try receive(bytes)
          return true
        } catch {
          failure = error
          return false
        }
      }
    } catch {
      throw failure ?? Failure(error)
    }
    guard answer.status == 200 else { throw Self.failure(answer, try Self.json(answer)) }
  }

  private func target(_ endpoint: Endpoint, _ query: [(String, String)]) -> String {
    let pairs = query.map { "\($0.0)=\(UnixHTTPClient.percentEncoded($0.1))" }
    return endpoint.path + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
  }

  private static func json(_ answer: HTTPAnswer) throws(Failure) -> JSONValue {
    do throws(JSONError) {
      return try JSONValue.parse(answer.body, limits: .init(bytes: 8 << 20))
    } catch {
      throw Failure(
        .badData, "bad-answer", "the answer (status \(answer.status)) is \(error)",
        hint: "see that --socket names barographd's socket")
    }
  }

  private static func failure(_ answer: HTTPAnswer, _ json: JSONValue) -> Failure {
    guard let error = ControlError(json: json) else {
      return Failure(
        .badData, "bad-answer", "the daemon answered with status \(answer.status)",
        hint: "see journalctl -u barographd")
    }
    return Failure(error)
  }
}

extension Failure {
  /// The daemon said no.
  init(_ error: ControlError) {
    let exit: Exit =
      switch error.code {
      case .badRequest, .methodNotAllowed: .usage
      case .forbidden: .noPermission
      case .notFound, .ambiguousID: .noInput
      case .notRecording, .alreadyRecording, .airborne, .otherAccount, .alreadySignedIn,
        .notSignedIn, .wrongCode:
        .refused
      case .noTimeYet, .busy, .throttled, .unreachable: .tryLater
      case .storageFailed: .inputOutput
      case .failed: .internalError
      }
    self.init(exit, error.code.rawValue, error.message, hint: error.hint)
  }

  /// The daemon could not be asked.
  init(_ error: HTTPClientError) {
    switch error {
    case .noSocket(let path):
      self.init(
        .unavailable, "not-running", "the recorder is not running (there is no \(path))",
        hint: "start it with: sudo systemctl start barographd")
    case .refused(let path):
      self.init(
        .unavailable, "not-running", "the recorder is not running (nobody answers on \(path))",
        hint: "start it with: sudo systemctl start barographd")
    case .permissionDenied(let path, let group):
      self.init(
        .noPermission, "permission-denied", "you may not talk to the recorder (\(path))",
        hint: group.map {
          "use sudo, or join its group with: sudo adduser $USER \($0), then log in again"
        } ?? "use sudo")
    case .timedOut(_, let seconds):
      self.init(
        .tryLater, "timed-out", "the recorder has not answered within \(seconds) s",
        hint: "try again; if it stays silent, see journalctl -u barographd")
    case .unanswered:
      self.init(
        .tryLater, "unanswered", "the recorder closed the connection without an answer",
        hint: "try again; if it happens again, see journalctl -u barographd")
    case .cut(_, let cause):
      self.init(
        .inputOutput, "answer-cut", "the answer ended too early (\(cause))",
        hint: "try again; if it happens again, see journalctl -u barographd")
    case .tooLong, .unusablePath, .stopped, .failed:
      self.init(
        .unavailable, "cannot-ask", "\(error)", hint: "see that --socket names the right socket")
    }
  }
}
