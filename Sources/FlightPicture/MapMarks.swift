import FlightModel

/// Take-off, landing and the highest point on the map, each as a shape and a word.
struct MapMarks {
  private let flight: DrawnFlight
  private let plot: Frame

  init(_ flight: DrawnFlight, _ plot: Frame) {
    self.flight = flight
    self.plot = plot
  }

  func draw(on canvas: inout SVGCanvas, _ places: [PlanePoint]) {
    let marks = self.marks(places)
    var layout = LabelLayout(panel: plot)
    for mark in marks { layout.block(mark.place, radius: 5) }
    for mark in marks.reversed() { canvas.fill(mark.shape, mark.color, stroke: Ink.sheet) }
    for mark in marks {
      let room = layout.room(for: mark.word, size: 13, near: mark.place)
      canvas.text(
        mark.word, x: room.x, y: room.y,
        TextStyle(size: 13, isBold: true, fill: mark.color, anchor: .middle, hasHalo: true))
    }
  }

  private struct Mark {
    var place: PlanePoint
    var word: String
    var color: String
    var shape: SVGPath
  }

  /// The most important one first.
  private func marks(_ places: [PlanePoint]) -> [Mark] {
    var marks: [Mark] = []
    if let place = flight.takeoff.map({ places[$0] }) {
      marks.append(
        Mark(place: place, word: "take-off", color: Ink.takeoff, shape: .disc(place, radius: 6)))
    }
    if let place = flight.landing.map({ places[$0] }) {
      marks.append(
        Mark(place: place, word: "landing", color: Ink.landing, shape: .square(place, size: 6)))
    }
    if let index = flight.highest, let altitude = flight.altitudeCm(at: index) {
      let place = places[index]
      marks.append(
        Mark(
          place: place, word: "highest \(metres(altitude)) m", color: Ink.highest,
          shape: .triangle(place, size: 7)))
    }
    if marks.isEmpty, places.count == 1 {
      let place = places[0]
      marks.append(
        Mark(place: place, word: "one fix", color: Ink.text, shape: .disc(place, radius: 5)))
    }
    return marks
  }
}
