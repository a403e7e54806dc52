// The few things that are done to the document. Text goes in as text alone: names come from loggers.

export const LONGEST_TEXT = 300;

export function byId(id) {
  return document.getElementById(id);
}

// Sets a text where it changed, so that nothing is laid out and spoken anew for nothing.
export function say(element, text) {
  const whole = String(text ?? "");
  const short = whole.length > LONGEST_TEXT ? whole.slice(0, LONGEST_TEXT - 1) + "…" : whole;
  if (element.textContent !== short) element.textContent = short;
}

// An element with a class, or none, and children that are elements or texts.
export function make(tag, className, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

// Sets an attribute where it changed.
export function mark(element, name, value) {
  if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

// Hides an element, or shows it.
export function show(element, isShown) {
  if (element.hidden === isShown) element.hidden = !isShown;
}

// Gives `parent` one child for each of the first `limit` items; children are used again.
export function list(parent, items, limit, build, fill) {
  const shown = items.slice(0, limit);
  while (parent.children.length > shown.length) parent.lastElementChild.remove();
  while (parent.children.length < shown.length) parent.append(build());
  shown.forEach((item, index) => fill(parent.children[index], item));
}

// A row of a table; its cells are named for narrow screens, where rows become blocks.
export function tableRow(labels) {
  const row = make("tr");
  row.setAttribute("role", "row");
  labels.forEach((label, index) => {
    const cell = make(index === 0 ? "th" : "td");
    if (index === 0) cell.scope = "row";
    cell.setAttribute("role", index === 0 ? "rowheader" : "cell");
    cell.dataset.label = label;
    row.append(cell);
  });
  return row;
}
