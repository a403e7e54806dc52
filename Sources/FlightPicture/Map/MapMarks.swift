import FlightModel

/// Take-off, landing, the highest point and the places of the task on the map, each as a shape and a
/// word.
struct MapMarks {
  private let flight: DrawnFlight
  private let plot: Frame
  private let layers: FlightLayers
  private let wordSize: Double
  /// What else is drawn there.
  private let taken: [Frame]

  init(
    _ flight: DrawnFlight, _ plot: Frame, _ layers: FlightLayers, wordSize: Double, taken: [Frame]
  ) {
    self.flight = flight
    self.plot = plot
    self.layers = layers
    self.wordSize = wordSize
    self.taken = taken
  }

  func draw(
    on canvas: inout SVGCanvas, _ places: [PlanePoint], _ place: (Coordinate) -> PlanePoint
  ) {
    let marks = self.marks(places)
    let names = layers.places.map { ($0.name, place($0.position)) }
    var layout = LabelLayout(panel: plot)
    for frame in taken { layout.block(frame) }
    for mark in marks { layout.block(mark.place, radius: 5) }
    for (_, place) in names { layout.block(place, radius: 4) }
    for mark in marks.reversed() { canvas.fill(mark.shape, mark.color, stroke: Ink.sheet) }
    for mark in marks {
      let room = layout.room(for: mark.word, size: wordSize, near: mark.place)
      write(mark.word, at: room, mark.color, on: &canvas)
    }
    guard !names.isEmpty else { return }
    canvas.group("layer-task") { canvas in
      for (name, place) in names {
        let word = SVGCanvas.shortened(name, to: 24)
        guard let room = layout.freeRoom(for: word, size: wordSize, near: place) else { continue }
        write(word, at: room, Ink.task, on: &canvas)
      }
    }
  }

  private func write(_ word: String, at room: PlanePoint, _ ink: Ink, on canvas: inout SVGCanvas) {
    canvas.text(
      word, x: room.x, y: room.y,
      TextStyle(size: wordSize, isBold: true, fill: ink, anchor: .middle, hasHalo: true))
  }

  private struct Mark {
    var place: PlanePoint
    var word: String
    var color: Ink
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
    if let index = flight.highest, let altitude = flight.highestText {
      let place = places[index]
      marks.append(
        Mark(
          place: place, word: "highest \(altitude)", color: Ink.highest,
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
