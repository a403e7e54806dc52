import FlightPicture

/// A table with a caption; it scrolls sideways where the page is too narrow.
struct ReportTable {
  struct Column {
    var title: String
    var unit = ""
    var isNumber = true
    /// Whether it may be left out where there is little room.
    var isExtra = false

    var style: String { (isNumber ? "number" : "word") + (isExtra ? " extra" : "") }
  }

  enum Cell {
    case text(String)
    /// A value with a bar of a length, 0 to 1, and a colour.
    case bar(String, share: Double, Ink)
  }

  var caption: String
  var columns: [Column]
  var rows: [[Cell]] = []

  func write(to page: inout HTMLText) {
    page.element(
      "div", ["class": "scroll", "role": "region", "aria-label": caption, "tabindex": "0"]
    ) { page in
      page.element("table") { page in
        page.element("caption", text: caption)
        page.element("thead") { page in
          page.element("tr") { page in for column in columns { write(column, to: &page) } }
        }
        page.element("tbody") { page in
          for row in rows {
            page.element("tr") { page in
              for (column, cell) in zip(columns, row) { write(cell, column, to: &page) }
            }
          }
        }
      }
    }
  }

  private func write(_ column: Column, to page: inout HTMLText) {
    page.element("th", ["scope": "col", "class": column.style]) { page in
      page.text(column.title)
      if !column.unit.isEmpty { page.element("small", text: " " + column.unit) }
    }
  }

  private func write(_ cell: Cell, _ column: Column, to page: inout HTMLText) {
    page.element("td", ["class": column.style]) { page in
      switch cell {
      case .text(let text): page.text(text)
      case .bar(let text, let share, let ink):
        let width = ReportNumber.decimal(100 * min(1, max(0, share)), 0)
        page.element("span", ["class": "bar"]) { page in
          page.element(
            "i", ["style": "width:\(width)%;background:var(\(ink.property))"], text: "")
        }
        page.element("span", ["class": "value"], text: text)
      }
    }
  }
}
