// What both drawings are made of.

const SVG = "http://www.w3.org/2000/svg";

export function svg(name, attributes, text) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

export function label(x, y, text, anchor = "start") {
  return svg("text", { x: x.toFixed(1), y: y.toFixed(1), "text-anchor": anchor }, text);
}

export function line(x1, y1, x2, y2, className) {
  return svg("line", {
    x1: x1.toFixed(1), y1: y1.toFixed(1), x2: x2.toFixed(1), y2: y2.toFixed(1), class: className,
  });
}

// A line through `[x, y]` pairs.
export function polyline(pairs, className) {
  const points = pairs.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
  return svg("polyline", { points, class: className });
}

// The step of 1, 2 or 5 times a power of ten that cuts `span` into at most `parts`.
export function niceStep(span, parts) {
  const least = span / parts;
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least * 0.9999);
}

// The multiples of `step` within a range.
export function ticks(from, to, step) {
  const found = [];
  for (let tick = Math.ceil(from / step) * step; tick <= to && found.length < 50; tick += step) {
    found.push(tick);
  }
  return found;
}

// Draws into a picture of the size that it has on the screen; what is said of it is for those who
// do not see it.
export function drawInto(picture, description, draw) {
  const { width, height } = picture.getBoundingClientRect();
  if (width < 10 || height < 10) return;
  picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
  picture.setAttribute("aria-label", description);
  picture.replaceChildren(...draw(width, height));
}

export function nothing(width, height, text) {
  return [label(width / 2, height / 2, text, "middle")];
}
