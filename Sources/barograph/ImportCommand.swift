import CommandLineInterface
import ControlAPI
import Glibc
import JSON
import Linux
import Logbook

/// `barograph import`: flights, waypoints, airspace and tasks of files, folders and archives into the
/// logbook, through the daemon.
enum ImportCommand {
  static let spec = CommandSpec(
    path: ["import"], summary: "take flights and other files into the logbook",
    arguments: "PATH...", argumentCount: 0...10_000,
    options: [
      OptionSpec("stick", nil, "as for a stick: what was deleted here does not come back"),
      OptionSpec("stick-refused", "WHAT", "tell the daemon of a stick that cannot be read"),
      .json, .socket,
    ],
    details: """
      Takes IGC files, SeeYou waypoints and tasks (CUP), airspace (OpenAir),
      airfields (OurAirports), tasks of XCSoar, and ZIP or gzip with any of these.
      Folders are looked through; what is nothing for the logbook is passed over
      there. Ride logs are taken in as by: barograph rides import.

      A flight is the same flight under any name and with any line ends: importing
      it again changes nothing. What cannot be used goes to the quarantine with the
      reason (barograph quarantine list). docs/import.md tells the rest.

      Exit codes: 0 everything was taken in or known, 65 something could not be
      used, 66 a path is not there; the others are taken in all the same.
      """
  ) { (invocation) throws(Failure) in
    if let what = invocation["stick-refused"] { return try tell(refused: what, invocation) }
    guard !invocation.arguments.isEmpty else {
      throw .usage("no file is named", hint: "name files or folders: barograph import PATH...")
    }
    let origin: ImportOrigin = invocation.has("stick") ? .stick : .person
    let collection = try FileCollection(invocation.arguments)
    var tally = ImportTally(invocation, total: collection.places.count)
    for folder in collection.unreadable {
      try tally.add(
        ImportedFile(name: folder.path, kind: .unknown, outcome: .refused, reason: folder.reason))
    }
    let sender = FileSender(invocation)
    for place in collection.places {
      tally.show(place.path)
      try take(place, origin, sender, &tally)
    }
    return try tally.finish(isStick: origin == .stick)
  }

  private static func take(
    _ place: FileCollection.Place, _ origin: ImportOrigin, _ sender: FileSender,
    _ tally: inout ImportTally
  ) throws(Failure) {
    do throws(Failure) {
      let file = try FileCollection.open(place)
      let isNothing = file.kind == .unknown || (file.kind == .rideLog && origin == .stick)
      if isNothing && (place.folder != nil || origin == .stick) {
        return try tally.add(passedOver: file.path)
      }
      var order = ImportOrder(id: "", name: file.name)
      order.origin = origin
      order.utcOffsetMinutes = RidesImportCommand.localOffset(file.name)
      let result = try sender.send(
        file.descriptor, bytes: file.bytes, order, isHashed: file.kind != .rideLog)
      try tally.add(result, of: file.path)
    } catch {
      // Without the daemon no other file can be taken in either.
      guard error.exit == .usage || error.exit == .noInput || error.exit == .badData else {
        throw error
      }
      try tally.add(
        ImportedFile(
          name: place.path, kind: .unknown, outcome: .refused,
          reason: "\(error.message); \(error.hint)"))
    }
  }

  private static func tell(
    refused what: String, _ invocation: Invocation
  ) throws(Failure) -> Int32 {
    let stick: RefusedStick
    do throws(DocumentError) {
      stick = try RefusedStick(json: RefusedStick(what: what).json)
    } catch {
      throw .usage("--stick-refused \(error.cause)", hint: "for example exfat")
    }
    _ = try DaemonConnection(invocation).call(.stickRefused, body: stick.json)
    return 0
  }
}
