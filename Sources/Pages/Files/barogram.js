// The barogram: height over time, of the receiver and of the pressure sensor.

import { byId, say } from "./dom.js";
import { instant, number, UNITS } from "./format.js";
import { drawInto, label, line, niceStep, nothing, polyline, ticks } from "./plot.js";
import { setting } from "./settings.js";

const LEFT = 58;
const RIGHT = 12;
const TOP = 12;
const BOTTOM = 30;
// Steps of the time axis in seconds.
const STEPS = [10, 30, 60, 300, 600, 900, 1800, 3600, 7200, 14400, 28800, 86400];

class Axes {
  constructor(points, width, height) {
    this.factor = UNITS.altitude[setting("altitude")][0];
    const heights = points.flatMap((point) => [point.gnss, point.pressure])
      .filter((value) => value !== null).map((value) => value * this.factor);
    const [least, most] = heights.reduce(
      ([low, high], value) => [Math.min(low, value), Math.max(high, value)], [Infinity, -Infinity]);
    this.step = niceStep(Math.max(most - least, 50 * this.factor), 4);
    this.low = Math.floor(least / this.step) * this.step;
    this.high = Math.max(this.low + this.step, Math.ceil(most / this.step) * this.step);
    this.from = points[0].t;
    this.to = Math.max(this.from + 60, points.at(-1).t);
    Object.assign(this, { width, height });
  }

  x(t) {
    return LEFT + ((t - this.from) / (this.to - this.from)) * (this.width - LEFT - RIGHT);
  }

  y(value) {
    const part = (value - this.low) / (this.high - this.low);
    return this.height - BOTTOM - part * (this.height - TOP - BOTTOM);
  }
}

function heights(axes) {
  return ticks(axes.low, axes.high, axes.step).flatMap((value) => [
    line(LEFT, axes.y(value), axes.width - RIGHT, axes.y(value), "grid"),
    label(LEFT - 6, axes.y(value) + 6, number(value), "end"),
  ]);
}

// The time axis: UTC, or minutes since the start where the clock is not set.
function times(axes, start) {
  const begin = instant(start);
  const origin = begin === null ? 0 : begin / 1000;
  const most = Math.max(2, Math.floor((axes.width - LEFT - RIGHT) / 90));
  const step = STEPS.find((length) => (axes.to - axes.from) / length <= most) ?? STEPS.at(-1);
  const text = (second) => begin === null
    ? `${number(second / 60)} min` : new Date(second * 1000).toISOString().slice(11, 16) + "Z";
  return ticks(origin + axes.from, origin + axes.to, step).flatMap((second) => {
    const x = axes.x(second - origin);
    return [
      line(x, TOP, x, axes.height - BOTTOM, "grid"),
      label(x, axes.height - 8, text(second), x > axes.width - 40 ? "end" : "middle"),
    ];
  });
}

// Lines of one altitude, broken where it is missing.
function curve(data, field, axes, className) {
  return data.lines.flatMap((part) => {
    const pieces = [[]];
    for (const point of part) {
      if (point[field] === null) pieces.push([]);
      else pieces.at(-1).push([axes.x(point.t), axes.y(point[field] * axes.factor)]);
    }
    return pieces.filter((pairs) => pairs.length > 1).map((pairs) => polyline(pairs, className));
  });
}

function draw(data, width, height) {
  const axes = new Axes(data.points, width, height);
  return [
    ...heights(axes), ...times(axes, data.start),
    ...curve(data, "pressure", axes, "pressure"), ...curve(data, "gnss", axes, "gnss"),
  ];
}

function isEmpty(data) {
  return !data.points.some((point) => point.gnss !== null || point.pressure !== null);
}

function description(data) {
  if (isEmpty(data)) return "Barogram: no altitudes yet.";
  const values = data.points.flatMap((point) => point.gnss ?? point.pressure ?? []);
  const [factor] = UNITS.altitude[setting("altitude")];
  const most = values.reduce((high, value) => Math.max(high, value), -Infinity);
  const least = values.reduce((low, value) => Math.min(low, value), Infinity);
  return `Barogram: from ${number(least * factor)} to ${number(most * factor)} `
    + `${setting("altitude")}.`;
}

export function renderBarogram(data) {
  say(byId("barogram-unit"), setting("altitude"));
  drawInto(byId("barogram"), description(data), (width, height) =>
    isEmpty(data) ? nothing(width, height, "No altitudes yet") : draw(data, width, height));
}
