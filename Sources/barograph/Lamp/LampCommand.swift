import CommandLineInterface
import Glibc
import Linux

/// `barograph lamp`.
enum LampCommand {
  static let spec = CommandSpec(
    path: ["lamp"], summary: "tell with a lamp or a program how the recorder stands",
    options: [
      OptionSpec("led", "NAME", "a lamp of /sys/class/leds, or the folder of one"),
      OptionSpec("hook", "PROGRAM", "run this program with the state's name at each change"),
      OptionSpec("show", "STATE", "blink as for this state, to learn the codes"),
      .socket,
    ],
    details: """
      Follows the recorder and tells one of six states until it is ended: by a blink
      code of a lamp, to a program, and on standard output.

        fault        does not run or answer, or a flight would be lost   fast blinking
        no-receiver  no receiver speaks                                  three flashes
        no-fix       the receiver has no position                        two flashes
        idle         positions come; records when told to                on and off
        armed        records at take-off                                 one flash
        recording    records or writes: do not switch off                on, with gaps

      A lamp that is steadily on or off is driven by nobody. When the command ends it
      gives the lamp back as it was. The program is named by its absolute path, runs
      without a shell and for a minute at most, one at a time.

      As a service: systemctl enable --now barograph-lamp@NAME (docs/lamp.md).
      """
  ) { (invocation) throws(Failure) in
    let shown = try shownState(invocation)
    let led = try invocation["led"].map { (name) throws(Failure) in try takeOver(name) }
    defer { led?.giveBack() }
    do throws(SystemError) {
      let signals = try SignalQueue([SIGINT, SIGTERM, SIGHUP])
      if let shown { return try play(led, signals) { shown } }
      let watch = try watch(invocation)
      try watch.start()
      return try play(led, signals) { watch.state }
    } catch {
      throw Failure(
        .inputOutput, "lamp-failed", "the lamp cannot be driven: \(error)",
        hint: "see that it is still there (ls /sys/class/leds)")
    }
  }

  private static func shownState(_ invocation: Invocation) throws(Failure) -> LampState? {
    if let path = invocation["hook"], !path.hasPrefix("/") {
      throw .usage("--hook needs an absolute path", hint: "give the program's whole path")
    }
    guard let word = invocation["show"] else { return nil }
    guard let state = LampState(rawValue: word) else {
      let words = LampState.allCases.map(\.rawValue).joined(separator: ", ")
      throw .usage("there is no state \(word)", hint: "the states are \(words)")
    }
    guard invocation["led"] != nil else {
      throw .usage("--show needs a lamp", hint: "name one with --led (ls /sys/class/leds)")
    }
    return state
  }

  private static func takeOver(_ name: String) throws(Failure) -> KernelLED {
    guard KernelLED.isName(name) else {
      throw .usage("\(name) is no lamp's name", hint: "the names are in /sys/class/leds")
    }
    do throws(SystemError) {
      return try KernelLED(name)
    } catch {
      let isDenied = error.code == EACCES || error.code == EPERM
      throw Failure(
        isDenied ? .noPermission : .noInput, "no-lamp", "the lamp \(name) cannot be used: \(error)",
        hint: isDenied
          ? "use sudo, or barograph-lamp@\(name).service, which has the right"
          : "the names are in /sys/class/leds")
    }
  }

  /// Prints each change and hands it to the program.
  private static func watch(_ invocation: Invocation) throws(SystemError) -> LampWatch {
    let hook = try invocation["hook"].map { (path) throws(SystemError) in try LampHook(path) }
    let output = invocation.output
    return LampWatch(StatusFeed(invocation)) { state in
      // A reader that is gone must not take the lamp with it.
      try? output.write("\(state.rawValue)\n")
      hook?.tell(state)
    }
  }

  /// Blinks until a signal comes; a change of the state shows after a period of the code.
  private static func play(
    _ led: KernelLED?, _ signals: borrowing SignalQueue, _ state: () -> LampState
  ) throws(SystemError) -> Int32 {
    while true {
      for (index, step) in state().code.stepsMs.enumerated() {
        try led?.light(index % 2 == 0)
        if Pause.milliseconds(step, orUntilReadable: signals.descriptor) {
          // Told to end by its service manager, it has done well.
          return try signals.next() == SIGINT ? 130 : 0
        }
      }
    }
  }
}
