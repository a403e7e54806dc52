// The last flights of the logbook, with their reports and files.

import { getJSON } from "./api.js";
import { clock } from "./clock.js";
import { byId, list, mark, say, show, tableRow } from "./dom.js";
import { follow } from "./files.js";
import { bytes, date, elapsed, timeOfDay } from "./format.js";

const MOST = 10;
const LABELS = ["Date", "Take-off", "Landing", "Duration", "File", "Get"];

function link(text) {
  const element = document.createElement("a");
  element.className = "button";
  element.textContent = text;
  element.addEventListener("click", (event) => {
    follow(event, element, (error) => say(byId("flights-line"), `${error.message}. ${error.hint ?? ""}`));
  });
  return element;
}

function build() {
  const row = tableRow(LABELS);
  const name = document.createElement("bdi");
  row.children[4].append(name, document.createElement("span"));
  row.children[4].lastChild.className = "note";
  const report = link("Report");
  report.target = "_blank";
  report.rel = "noopener";
  row.children[5].append(report, link("IGC file"));
  return row;
}

// Ids go into paths: hexadecimal digits, or there is no link.
function isSafe(id) {
  return typeof id === "string" && /^[0-9a-f]{4,64}$/.test(id);
}

function fillLinks(cell, flight) {
  const [report, igc] = cell.children;
  const path = `/v1/flights/${flight.id}`;
  const name = String(flight.filename ?? "flight.igc").slice(0, 100);
  show(report, isSafe(flight.id));
  show(igc, isSafe(flight.id));
  if (!isSafe(flight.id)) return;
  mark(report, "href", `${path}/report`);
  mark(report, "aria-label", `Report of ${name}`);
  mark(igc, "href", `${path}/igc`);
  mark(igc, "download", name);
  mark(igc, "aria-label", `IGC file ${name}`);
}

function fill(row, flight) {
  const [day, takeoff, landing, duration, file, get] = row.children;
  say(day, date(flight.takeoff_at ?? flight.first_fix_at));
  say(takeoff, timeOfDay(flight.takeoff_at));
  say(landing, timeOfDay(flight.landing_at));
  say(duration, elapsed(flight.duration_s));
  say(file.firstChild, flight.filename);
  say(file.lastChild, [bytes(flight.igc_bytes), flight.pilot].filter(Boolean).join(", "));
  fillLinks(get, flight);
}

export function renderFlights(flights) {
  show(byId("flight-table"), flights.length > 0);
  show(byId("flights-none"), flights.length === 0);
  list(byId("flight-rows"), flights, MOST, build, fill);
}

// Asks for the list anew when something that it depends on has changed; after a failure not before
// ten seconds.
export class FlightList {
  #key = null;
  #failed = null;

  forget() {
    this.#key = null;
    this.#failed = null;
  }

  async follow(document) {
    const key = `${document.last_flight?.id}|${document.imports?.last?.at}|${document.state}`;
    if (key === this.#key || (this.#failed && clock.since(this.#failed) < 10)) return;
    this.#key = key;
    this.#failed = null;
    try {
      renderFlights((await getJSON(`/v1/flights?limit=${MOST}`)).flights ?? []);
      say(byId("flights-line"), "");
    } catch (error) {
      this.#key = null;
      this.#failed = clock.moment();
      say(byId("flights-line"), `The list of flights cannot be had: ${error.message}.`);
    }
  }
}
