import CommandLineInterface
import Elevation
import FlightAnalysis
import FlightModel
import IGC
import Linux
import Logbook
import Waypoints

/// A flight's file with everything that is computed from it here.
struct AnalysedFile {
  static let options: [OptionSpec] = [
    OptionSpec("closing", "LENGTH", "closed shapes end within 800m (default), 1km or 20%"),
    OptionSpec("task", "FILE", "a task of this CUP or XCSoar file instead of the declared one"),
    OptionSpec(
      "sport", "SPORT", "glider, paraglider or hang-glider instead of what it looks like",
      choices: ["glider", "paraglider", "hang-glider"]),
    OptionSpec("quick", nil, "without the distances, which may take seconds"), GroundTiles.option,
  ]

  let source: FlightSource
  let flight: AnalysedFlight
  let task: FlightTask?
  /// Of a task that counts.
  let result: TaskResult?
  /// Where its tiles are here.
  let ground: FlightGround?

  init(_ source: FlightSource, _ invocation: Invocation) throws(Failure) {
    let options = try Self.analysis(invocation)
    let progress = ProgressLine()
    self.source = source
    flight = AnalysedFlight.analyse(source.file.track, options: options) {
      progress.show("analysing \(source.name): \(Self.words($0))")
    }
    progress.clear()
    let given = try invocation["task"].map { (path) throws(Failure) in try TaskFile.task(path) }
    task = given ?? source.file.task(takeoff: flight.takeoff)
    result = task.flatMap { [flight] in
      TaskEvaluation.isDeclared($0, before: flight.takeoff)
        ? TaskEvaluation.evaluate($0, on: source.file.track, part: flight.wholePart) : nil
    }
    ground = try GroundTiles.ground(below: flight, in: source.file, invocation)
  }

  private static func analysis(_ invocation: Invocation) throws(Failure) -> AnalysisOptions {
    var options = AnalysisOptions()
    if let text = invocation["closing"] { options.closing = try closing(text) }
    if let word = invocation["sport"] {
      guard let sport = Sport.named(word) else {
        throw .usage("--sport takes glider, paraglider or hang-glider", hint: "or leave it out")
      }
      options.sport = sport
    }
    if invocation.has("quick") { options.shapes = [] }
    return options
  }

  /// `800m`, `1km` or `20%`.
  private static func closing(_ text: String) throws(Failure) -> Closing {
    let units: [(String, (Double) -> Closing)] = [
      ("km", { .within($0 * 1000) }), ("m", { .within($0) }), ("%", { .share($0 / 100) }),
    ]
    for (unit, closing) in units where text.hasSuffix(unit) {
      guard let number = Double(text.dropLast(unit.count)), number > 0, number.isFinite,
        unit != "%" || number <= 100
      else { break }
      return closing(number)
    }
    throw .usage("--closing takes a length or a share", hint: "for example 800m, 1km or 20%")
  }

  private static func words(_ shape: AnalysisOptions.Shape) -> String {
    switch shape {
    case .straight: "straight distance"
    case .oneTurnpoint: "one turnpoint"
    case .twoTurnpoints: "two turnpoints"
    case .threeTurnpoints: "three turnpoints"
    case .fiveTurnpoints: "five turnpoints"
    case .outAndReturn: "out and return"
    case .triangle: "triangle"
    case .faiTriangle: "FAI triangle"
    case .bestTwoHours: "best two hours"
    }
  }
}

extension AnalysedFlight {
  /// First take-off to last landing.
  fileprivate var wholePart: FlightPart { FlightPart(takeoff: takeoff, landing: landing) }
}

extension Sport {
  private static let names: [(Sport, String)] = [
    (.glider, "glider"), (.paraglider, "paraglider"), (.hangGlider, "hang-glider"),
  ]

  /// As commands call it.
  var name: String { Self.names.first { $0.0 == self }?.1 ?? "" }

  fileprivate static func named(_ word: String) -> Sport? { names.first { $0.1 == word }?.0 }
}

/// A task of a file that a person names.
enum TaskFile {
  private static let longest = 16 << 20

  static func task(_ path: String) throws(Failure) -> FlightTask {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try Files.read(path, limit: longest)
    } catch {
      throw Failure(
        .noInput, "cannot-read", "cannot read \(path): \(error)", hint: "see that it is there")
    }
    if let task = try? XCSoarTaskFile.read(bytes).task { return task }
    guard let task = CUPFile.read(bytes).file.tasks.first else {
      throw Failure(
        .badData, "no-task", "\(path) holds no task",
        hint: "choose a CUP or XCSoar file with a task")
    }
    return task.task()
  }
}
