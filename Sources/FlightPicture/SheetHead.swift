import FlightModel

/// The head of the sheet: title and date, who flew what, and the flight's figures in a row.
struct SheetHead {
  private let flight: DrawnFlight

  init(_ flight: DrawnFlight) { self.flight = flight }

  func draw(on canvas: inout SVGCanvas) {
    let left = FlightDrawing.margin + 2
    canvas.text(
      SVGCanvas.shortened(flight.headline, to: 60), x: left, y: 42,
      TextStyle(size: 23, isBold: true))
    canvas.text(
      SVGCanvas.shortened(crew, to: 52), x: FlightDrawing.width - left, y: 42,
      TextStyle(size: 14, fill: Ink.muted, anchor: .end))
    let column = (FlightDrawing.width - 2 * left) / 5
    for (index, figure) in figures.enumerated() {
      let x = left + column * Double(index)
      canvas.text(figure.label, x: x, y: 74, TextStyle(size: 12, fill: Ink.muted))
      canvas.text(figure.value, x: x, y: 98, TextStyle(size: 18, isBold: true))
    }
  }

  /// "Pilot · glider · registration", as far as declared.
  private var crew: String {
    let declared = flight.facts.declaration
    let marks = [declared.registration, declared.competitionID].filter { !$0.isEmpty }
    return [declared.pilot, declared.gliderType, marks.joined(separator: " ")]
      .filter { !$0.isEmpty }.joined(separator: " · ")
  }

  private var figures: [(label: String, value: String)] {
    let facts = flight.facts
    var figures: [(String, String)] = []
    if let takeoff = facts.takeoffAt {
      figures.append(("Take-off", CalendarText.clock(takeoff, seconds: true) + " UTC"))
    }
    if let landing = facts.landingAt {
      figures.append(("Landing", CalendarText.clock(landing, seconds: true) + " UTC"))
    }
    if let start = facts.takeoffAt ?? flight.points.first?.time,
      let end = facts.landingAt ?? flight.points.last?.time
    {
      let length = end.milliseconds(since: start)
      figures.append(("Duration", CalendarText.duration(milliseconds: length)))
    }
    if let gain = facts.heightGainM { figures.append(("Height gain", "\(gain) m")) }
    if let highest = flight.highestText { figures.append(("Highest", highest)) }
    return figures
  }
}
