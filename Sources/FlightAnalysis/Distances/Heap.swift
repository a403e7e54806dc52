/// A value that a `Heap` orders.
protocol Ranked {
  var rank: Double { get }
}

/// A binary heap: the element of the greatest rank comes out first.
struct Heap<Element: Ranked> {
  private var elements: [Element] = []

  var count: Int { elements.count }

  mutating func insert(_ element: Element) {
    var place = elements.count
    elements.append(element)
    while place > 0, elements[(place - 1) / 2].rank < element.rank {
      elements[place] = elements[(place - 1) / 2]
      place = (place - 1) / 2
    }
    elements[place] = element
  }

  mutating func popGreatest() -> Element? {
    guard let last = elements.popLast() else { return nil }
    guard let greatest = elements.first else { return last }
    var place = 0
    while let child = greaterChild(of: place), elements[child].rank > last.rank {
      elements[place] = elements[child]
      place = child
    }
    elements[place] = last
    return greatest
  }

  private func greaterChild(of place: Int) -> Int? {
    let left = 2 * place + 1
    guard left < elements.count else { return nil }
    let right = left + 1
    return right < elements.count && elements[right].rank > elements[left].rank ? right : left
  }
}
