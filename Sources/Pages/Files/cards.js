// Storage, uploads, imports, clock, the box, and what has happened.

import { byId, list, make, mark, say, show } from "./dom.js";
import { ago, bytes, count, dateAndTime, instant, isNumber, number, NOT_SET, span, timeOfDay, UNKNOWN }
  from "./format.js";

const MOST_LINES = 10;

function build() {
  return make("div", "fact", make("dt"), make("dd"));
}

// Fills a card's list of facts: pairs of name and value.
function facts(id, pairs, state) {
  list(byId(id), pairs.filter(Boolean), MOST_LINES, build, (row, [name, value]) => {
    say(row.firstChild, name);
    say(row.lastChild, value);
  });
  mark(byId(id), "data-fresh", state);
}

function hours(value) {
  if (!isNumber(value)) return UNKNOWN;
  return value < 100 ? `about ${span(value * 3600)}` : `about ${number(value)} h`;
}

function renderStorage(snapshot) {
  const storage = snapshot.document.storage ?? {};
  const total = isNumber(storage.total_bytes) ? ` of ${bytes(storage.total_bytes)}` : "";
  facts("storage-facts", [
    ["Room for", hours(storage.hours_left)],
    ["Free", bytes(storage.free_bytes) + total],
    ["Safely on the disk", ago(snapshot.ageOf(storage.last_durable_age_s))],
    ["Slowest write", isNumber(storage.slowest_commit_ms) ? `${number(storage.slowest_commit_ms)} ms` : UNKNOWN],
    storage.database_check && storage.database_check !== "sound"
      && ["Database", storage.database_check],
    storage.failed_commits > 0 && ["Failed writes", number(storage.failed_commits)],
    storage.pending_fixes > 0 && ["Fixes that wait", number(storage.pending_fixes)],
    storage.shed_fixes > 0 && ["Fixes given up", number(storage.shed_fixes)],
    ["Measured", ago(snapshot.ageOf(storage.age_s))],
  ], snapshot.state);
}

function waiting(sync) {
  if (!sync.pending_rows && !sync.pending_files) return "nothing";
  return `${count(sync.pending_rows, "row")}, ${count(sync.pending_files, "file")}, ${bytes(sync.pending_bytes)}`;
}

function renderSync(snapshot) {
  const sync = snapshot.document.sync ?? {};
  const isUsed = sync.state && sync.state !== "off";
  facts("sync-facts", [
    ["State", sync.line ?? sync.state ?? UNKNOWN],
    isUsed && ["Last success", ago(snapshot.ageOf(sync.last_success_age_s)) + (sync.stale ? ", too long" : "")],
    isUsed && ["Waiting", waiting(sync)],
    isNumber(sync.oldest_pending_age_s)
      && ["Oldest of it", ago(snapshot.ageOf(sync.oldest_pending_age_s))],
    isUsed && sync.server && ["Server", sync.server],
    ...(sync.messages ?? []).slice(0, 3).map((message) => ["The server says", message]),
  ], snapshot.state);
}

function lastImport(last) {
  const file = last.file ?? {};
  const reason = file.reason ? `: ${file.reason}` : "";
  return `${file.name ?? UNKNOWN}, ${file.outcome ?? UNKNOWN}${reason}, ${dateAndTime(last.at)}`;
}

function renderImports(snapshot) {
  const imports = snapshot.document.imports ?? {};
  facts("import-facts", [
    ["Waiting", count(imports.waiting, "file")],
    ["Last", imports.last ? lastImport(imports.last) : "none since the start"],
    imports.quarantined > 0 && ["Set aside", count(imports.quarantined, "file")],
    imports.analysis_waiting > 0 && ["To be analysed", count(imports.analysis_waiting, "flight")],
    imports.analysis_failed > 0 && ["Not to be analysed", count(imports.analysis_failed, "flight")],
    imports.refused_stick && ["Stick refused", imports.refused_stick],
    imports.inbox_fault && ["Inbox", imports.inbox_fault],
  ], snapshot.state);
}

const CLOCK_SOURCES = { gnss: "GNSS", ntp: "network (NTP)", none: "nothing" };

function skew(snapshot) {
  const time = instant(snapshot.document.generated_at);
  if (time === null) return NOT_SET;
  const seconds = (snapshot.wall - time) / 1000;
  if (Math.abs(seconds) < 2) return "agrees with the recorder";
  return `${span(Math.abs(seconds))} ${seconds > 0 ? "ahead of" : "behind"} the recorder`;
}

function renderClock(snapshot) {
  const clock = snapshot.document.clock ?? {};
  const isSet = clock.plausible !== false && instant(snapshot.document.generated_at) !== null;
  facts("clock-facts", [
    ["Recorder", isSet ? dateAndTime(snapshot.document.generated_at) : NOT_SET],
    ["Set by", CLOCK_SOURCES[clock.source] ?? clock.source ?? UNKNOWN],
    ["Off from GNSS", isNumber(clock.offset_s) ? `${number(clock.offset_s, 3)} s` : UNKNOWN],
    clock.steps > 0 && ["Steps since start", number(clock.steps)],
    ["This device", skew(snapshot)],
  ], snapshot.state);
}

function supply(host) {
  if (typeof host.supply_low !== "boolean") return UNKNOWN;
  if (host.supply_low) return "▲ too low now";
  return host.supply_low_since_boot ? "▲ good now, was too low since the start" : "✔ good";
}

function renderHost(snapshot) {
  const host = snapshot.document.host ?? {};
  facts("host-facts", [
    ["Supply", supply(host)],
    isNumber(host.low_supply_age_s) && ["Low last", ago(snapshot.ageOf(host.low_supply_age_s))],
    ["Temperature", isNumber(host.temperature_c) ? `${number(host.temperature_c)} °C` : UNKNOWN],
    ["Processor", isNumber(host.cpu_share) ? `${number(host.cpu_share * 100)} %` : UNKNOWN],
    ["Memory", bytes(host.resident_bytes)],
    ["Measured", ago(snapshot.ageOf(host.age_s))],
  ], snapshot.state);
}

const EVENTS = {
  "recording-start": "recording begins", takeoff: "take-off", landing: "landing",
  "recording-end": "recording ends", "source-lost": "source lost", "source-back": "source back",
  "fix-lost": "fix lost", "fix-back": "fix back", "clock-step": "clock set",
  "low-supply": "supply too low", "supply-back": "supply good again",
};

// The newest first.
function renderEvents(snapshot) {
  const events = (snapshot.document.events ?? []).slice(-8).reverse();
  show(byId("events-none"), events.length === 0);
  facts("event-facts", events.map(({ at, kind, subject }) =>
    [timeOfDay(at), (EVENTS[kind] ?? kind) + (subject ? `: ${subject}` : "")]), snapshot.state);
}

export function renderCards(snapshot) {
  renderStorage(snapshot);
  renderSync(snapshot);
  renderImports(snapshot);
  renderClock(snapshot);
  renderHost(snapshot);
  renderEvents(snapshot);
}
