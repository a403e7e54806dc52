// Storage, uploads, imports and clock.

import { byId, list, make, mark, say } from "./dom.js";
import { ago, bytes, count, dateAndTime, instant, isNumber, number, NOT_SET, span, UNKNOWN }
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

export function renderCards(snapshot) {
  renderStorage(snapshot);
  renderSync(snapshot);
  renderImports(snapshot);
  renderClock(snapshot);
}
