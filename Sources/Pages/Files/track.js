// The track on a plain grid with a scale bar. There is no map: none is needed to see where one is
// from where one began, and none could be had without a network.

import { byId } from "./dom.js";
import { number } from "./format.js";
import { drawInto, label, line, niceStep, nothing, polyline, svg, ticks } from "./plot.js";
import { setting } from "./settings.js";

const METRES_PER_DEGREE = 111195;
const MARGIN = 28;
// Below this many metres a picture would show nothing but the receiver's noise.
const SMALLEST = 400;

// How metres on the ground become places in the picture.
class Projection {
  constructor(points, width, height) {
    const latitudes = points.map((point) => point.latitude);
    const longitudes = points.map((point) => Projection.#unwrapped(point.longitude, points[0]));
    const [south, north] = Projection.#range(latitudes);
    const [west, east] = Projection.#range(longitudes);
    this.first = points[0];
    this.latitude = (south + north) / 2;
    this.longitude = (west + east) / 2;
    this.shrink = Math.max(0.01, Math.cos((this.latitude * Math.PI) / 180));
    this.width = width;
    this.height = height;
    const metresWide = (east - west) * METRES_PER_DEGREE * this.shrink;
    const metresHigh = (north - south) * METRES_PER_DEGREE;
    this.size = [metresWide, metresHigh];
    this.scale = Math.min(
      (width - 2 * MARGIN) / Math.max(SMALLEST, metresWide),
      (height - 2 * MARGIN) / Math.max(SMALLEST, metresHigh));
  }

  // Longitudes on both sides of 180° as one range around the first.
  static #unwrapped(longitude, first) {
    return longitude - 360 * Math.round((longitude - first.longitude) / 360);
  }

  static #range(values) {
    return values.reduce(([least, most], value) => [Math.min(least, value), Math.max(most, value)],
      [Infinity, -Infinity]);
  }

  place(point) {
    const longitude = Projection.#unwrapped(point.longitude, this.first);
    const east = (longitude - this.longitude) * METRES_PER_DEGREE * this.shrink;
    const north = (point.latitude - this.latitude) * METRES_PER_DEGREE;
    return [this.width / 2 + east * this.scale, this.height / 2 - north * this.scale];
  }
}

// Lengths follow the unit of speed.
function lengthUnit() {
  return setting("speed") === "kt" ? { name: "NM", metres: 1852 } : { name: "km", metres: 1000 };
}

function lengthText(metres) {
  const unit = lengthUnit();
  if (unit.name === "km" && metres < 1000) return `${number(metres)} m`;
  const value = metres / unit.metres;
  return `${number(value, value < 1 ? 2 : value < 10 ? 1 : 0)} ${unit.name}`;
}

function grid(projection, step, width, height) {
  const [x0, y0] = [width / 2, height / 2];
  const pace = step * projection.scale;
  return [
    ...ticks(-x0, x0, pace).map((x) => line(x0 + x, 0, x0 + x, height, "grid")),
    ...ticks(-y0, y0, pace).map((y) => line(0, y0 + y, width, y0 + y, "grid")),
  ];
}

function scaleBar(projection, step, width, height) {
  const length = step * projection.scale;
  const [x, y] = [12, height - 12];
  return [
    svg("path", { d: `M${x} ${y - 8}V${y}H${x + length}V${y - 8}`, class: "scale" }),
    label(x + length + 8, y, step >= 1000 || setting("speed") === "kt"
      ? lengthText(step) : `${number(step)} m`),
    label(12, 24, "no map data"),
    svg("path", { d: `M${width - 18} 12l7 20l-7 -5l-7 5z`, class: "north" }),
    label(width - 32, 28, "N", "end"),
  ];
}

// Where it began and where it is now; `isLive` if the end is the present place.
function ends(projection, points, isLive) {
  const [x0, y0] = projection.place(points[0]);
  const [x, y] = projection.place(points.at(-1));
  return [
    svg("path", { d: `M${x0 - 7} ${y0 + 6}h14l-7 -13z`, class: "begin" }),
    isLive
      ? svg("circle", { cx: x, cy: y, r: 8, class: "here" })
      : svg("rect", { x: x - 6, y: y - 6, width: 12, height: 12, class: "end" }),
  ];
}

function draw(data, points, isLive, width, height) {
  const projection = new Projection(points, width, height);
  const unit = lengthUnit();
  const step = niceStep(width / projection.scale / unit.metres, 5) * unit.metres;
  const lines = data.lines.map((part) => part.map((point) => projection.place(point)));
  return [
    ...grid(projection, step, width, height),
    ...lines.map((pairs) => polyline(pairs, "track")),
    ...ends(projection, points, isLive),
    ...scaleBar(projection, step, width, height),
  ];
}

function description(points, width, height) {
  if (points.length === 0) return "Track: nothing recorded yet.";
  const [wide, high] = new Projection(points, width, height).size;
  return `Track: ${lengthText(wide)} from west to east, ${lengthText(high)} from south to north. `
    + "No map data.";
}

// `fix` is the present place where it may be trusted, else null.
export function renderTrack(data, fix) {
  const points = fix && data.recording !== null ? [...data.points, fix] : data.points;
  drawInto(byId("track"), description(points, 300, 300), (width, height) =>
    points.length === 0
      ? nothing(width, height, "No track yet; no map data")
      : draw(data, points, fix !== null, width, height));
}
