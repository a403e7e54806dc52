// The points of the flight that goes on, or of the last one, as far as the recorder has told them.

import { getJSON } from "./api.js";
import { clock } from "./clock.js";
import { isNumber } from "./format.js";

const MOST = 6000;
// Seconds between two requests while it records, and after a failure.
const INTERVAL_S = 5;

function isPoint(point) {
  return Array.isArray(point) && [0, 1, 2].every((index) => isNumber(point[index]))
    && Math.abs(point[1]) <= 90 && Math.abs(point[2]) <= 180;
}

function read([t, latitude, longitude, gnss, pressure]) {
  return {
    t, latitude, longitude,
    gnss: isNumber(gnss) ? gnss : null,
    pressure: isNumber(pressure) ? pressure : null,
  };
}

// Every second point of the older half goes, when there are too many.
function thinned(points) {
  if (points.length <= MOST) return points;
  const half = points.length / 2;
  return points.filter((_, index) => index >= half || index % 2 === 0);
}

export class TrackData {
  points = [];
  start = null;
  recording = null;
  flight = null;
  #next = 0;
  #key = null;
  #asked = null;
  #isBusy = false;

  // Forgets everything, so that the whole track is asked for.
  forget() {
    this.#next = 0;
    this.#key = null;
    this.#asked = null;
  }

  // Asks for what came since, where something can have come; `onChange` if something has.
  async follow(document, onChange) {
    const key = `${document.recording?.id}|${document.last_flight?.id}`;
    const isDue = this.#asked === null || clock.since(this.#asked) >= INTERVAL_S;
    const isWanted = key !== this.#key || document.recording;
    if (this.#isBusy || !isDue || !isWanted) return;
    this.#isBusy = true;
    this.#asked = clock.moment();
    try {
      this.#take(await getJSON(`/v1/track?since=${this.#next}`), onChange);
      this.#key = key;
    } catch {
      // The stream tells whether the recorder is there; this is asked again with the next document.
    } finally {
      this.#isBusy = false;
    }
  }

  #take(answer, onChange) {
    const isOther = answer.recording !== this.recording || answer.flight !== this.flight;
    const added = (answer.points ?? []).filter(isPoint).map(read);
    // Of another track everything comes, whatever was asked for.
    const isWhole = isOther || this.#next === 0;
    this.points = thinned(isWhole ? added : this.points.concat(added));
    Object.assign(this, { start: answer.start, recording: answer.recording, flight: answer.flight });
    this.#next = isNumber(answer.next) ? answer.next : 0;
    onChange();
  }

  // The points as lines that break where nothing was received for long.
  get lines() {
    const { points } = this;
    if (points.length < 2) return points.length ? [points] : [];
    const usual = (points.at(-1).t - points[0].t) / (points.length - 1);
    const longest = Math.max(30, 10 * usual);
    const lines = [[]];
    points.forEach((point, index) => {
      if (index > 0 && point.t - points[index - 1].t > longest) lines.push([]);
      lines.at(-1).push(point);
    });
    return lines;
  }
}
