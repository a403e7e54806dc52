// Where data comes from: whether the link stands, and, apart from that, whether data comes.

import { byId, list, make, mark, say, show, tableRow } from "./dom.js";
import { FRESHNESS } from "./freshness.js";
import { ago, count, number, UNKNOWN } from "./format.js";

const MOST = 40;
const LABELS = ["Source", "Link", "Data", "Rate", "Messages", "Errors"];
const LINKS = { connected: "● connected", connecting: "◐ connecting", gone: "✕ gone" };
const DATA = { ok: "receiving", late: "late", lost: "lost", absent: "nothing yet" };

// Counts by reason, as far as there is anything to count.
function counted(counts) {
  return Object.entries(counts ?? {}).filter(([, times]) => times > 0).slice(0, 6)
    .map(([reason, times]) => `${number(times)} ${reason}`).join(", ");
}

// Sources with their receivers behind them, each as a row.
function flat(sources) {
  return sources.flatMap((source) => [
    { source },
    ...(source.receivers ?? []).map((receiver) => ({ source, receiver })),
  ]);
}

function dataText(state, age) {
  const { shape } = FRESHNESS[state];
  return state === "absent" ? `${shape} ${DATA.absent}` : `${shape} ${DATA[state]}, ${ago(age)}`;
}

function rate(value, state) {
  return typeof value === "number" && state !== "lost" ? `${number(value, 1)} /s` : UNKNOWN;
}

function build() {
  const row = tableRow(LABELS);
  row.firstChild.append(make("bdi"), make("span", "note"));
  return row;
}

function fillSource(row, { source }, snapshot) {
  const [name, link, data, frequency, messages, errors] = row.children;
  const state = snapshot.stateOf(source.state);
  const note = [source.note, source.remedy && `Do: ${source.remedy}`].filter(Boolean).join(". ");
  say(name.firstChild, source.title ?? source.name);
  say(name.lastChild, note);
  say(link, snapshot.state === "lost" ? UNKNOWN : LINKS[source.link] ?? source.link);
  say(data, dataText(state, snapshot.ageOf(source.age_s)));
  say(frequency, rate(source.rate_hz, state));
  say(messages, number(source.messages));
  const again = source.reconnects ? `, ${count(source.reconnects, "reconnect")}` : "";
  say(errors, (counted(source.errors) || "none") + again);
  mark(row, "data-fresh", state);
  mark(row, "data-part", "source");
}

function fillReceiver(row, { receiver }, snapshot) {
  const [name, link, data, frequency, messages, errors] = row.children;
  const state = snapshot.stateOf(receiver.state);
  say(name.firstChild, receiver.name);
  say(name.lastChild, "");
  say(link, receiver.active ? "✔ in use" : "– in reserve");
  say(data, dataText(state, snapshot.ageOf(receiver.age_s)));
  say(frequency, rate(receiver.rate_hz, state));
  say(messages, `${number(receiver.fixes)} fixes`);
  say(errors, "");
  mark(row, "data-fresh", state);
  mark(row, "data-part", "receiver");
}

// What was received and what of it was left out.
function countersLine(counters) {
  if (!counters) return "";
  const left = counted(counters.fixes_rejected);
  return `${number(counters.fixes_stored)} of ${number(counters.fixes_received)} fixes stored`
    + (left ? `; left out: ${left}` : "");
}

export function renderSources(snapshot) {
  const { sources = [], counters } = snapshot.document;
  show(byId("sources-none"), sources.length === 0);
  show(byId("source-table"), sources.length > 0);
  list(byId("source-rows"), flat(sources), MOST, build, (row, item) => {
    if (item.receiver) fillReceiver(row, item, snapshot);
    else fillSource(row, item, snapshot);
  });
  say(byId("counters"), countersLine(counters));
}
