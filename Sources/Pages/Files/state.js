// The head of the page: what the recorder is doing, in one word with a shape, and how fresh that is.

import { byId, mark, say, show } from "./dom.js";
import { FRESHNESS } from "./freshness.js";
import { ago, count, elapsed, isNumber, number, timeOfDay } from "./format.js";

const STATES = {
  starting: { word: "STARTING", shape: "ring", line: "The recorder is starting." },
  "waiting-for-fix": {
    word: "WAITING FOR FIX", shape: "search", line: "The receiver has no position and date yet.",
  },
  armed: { word: "ARMED", shape: "target", line: "Records by itself from take-off." },
  idle: { word: "IDLE", shape: "pause", line: "Records when it is told to." },
  recording: { word: "RECORDING", shape: "disc", line: "" },
  landed: { word: "LANDED", shape: "down", line: "Records on until the landing is certain." },
  finishing: { word: "FINISHING", shape: "pen", line: "Writes the IGC file." },
  stopping: { word: "STOPPING", shape: "ring", line: "The recorder is being stopped." },
};
// What `auto` makes of a recording that was stopped in motion.
const AWAITS_LANDING = "Stopped by hand; armed again after the landing.";
const LOST = { word: "LOST", shape: "cross" };

function described(state) {
  return STATES[state] ?? { word: String(state).toUpperCase().slice(0, 20), shape: "ring", line: "" };
}

// What a state without a recording means.
function stateLine({ state, policy }) {
  return state === "idle" && policy === "auto" ? AWAITS_LANDING : described(state).line;
}

// Colour by health; the shape beside it tells the state.
function tone(document, state) {
  if (document.exit_code >= 2) return "bad";
  if (document.exit_code === 1) return "warn";
  return ["recording", "landed", "finishing"].includes(state) ? "good" : "calm";
}

function recordingLine(snapshot) {
  const recording = snapshot.document.recording;
  if (!recording) return "";
  const time = isNumber(recording.elapsed_s) ? recording.elapsed_s + snapshot.age : null;
  const parts = [`${recording.kind} ${recording.id}`, recording.phase, elapsed(time)];
  if (recording.takeoff_at) parts.push(`take-off ${timeOfDay(recording.takeoff_at)}`);
  if (recording.landing_at) parts.push(`landing ${timeOfDay(recording.landing_at)}`);
  parts.push(`${number(recording.fixes)} fixes`);
  return parts.join(" · ");
}

// How many problems there are; a critical one is told here too.
function healthLine(problems) {
  const critical = problems.filter((problem) => problem.severity === "critical");
  const warnings = problems.length - critical.length;
  const more = warnings ? count(warnings, "warning") : "";
  if (critical.length === 0) return more ? `▲ ${more}` : "";
  return `✖ ${count(critical.length, "critical problem")}${more && ", " + more}: ${critical[0].message}`;
}

function lostLine(snapshot) {
  const { document, age } = snapshot;
  return `No word from the recorder for ${ago(age).replace(" ago", "")}. It was `
    + `${described(document.state).word} at ${timeOfDay(document.generated_at)}; `
    + "a recording goes on without this page.";
}

// What is read aloud: only a word that changed.
function speak(word) {
  say(byId("spoken"), word);
}

function paint(word, shape, colour) {
  const section = byId("state");
  mark(section, "data-tone", colour);
  mark(byId("state-shape"), "href", `#shape-${shape}`);
  say(byId("state-word"), word);
  document.title = `${word} – Barograph`;
}

// Before the first document, or where there is none to have.
export function renderNothing(message) {
  paint(message ? "NO ANSWER" : "ASKING", message ? "cross" : "ring", "lost");
  say(byId("state-line"), message || "Asking the recorder.");
  show(byId("health"), false);
  say(byId("freshness"), "○ nothing received");
  mark(byId("freshness"), "data-fresh", "absent");
}

export function renderState(snapshot) {
  const fresh = snapshot.state;
  const { document } = snapshot;
  const { word, shape } = FRESHNESS[fresh];
  say(byId("freshness"), `${shape} ${word}, ${ago(snapshot.age)}`);
  mark(byId("freshness"), "data-fresh", fresh);
  const state = fresh === "lost" ? LOST : described(document.state);
  paint(state.word, state.shape, fresh === "lost" ? "lost" : tone(document, document.state));
  mark(byId("state"), "data-fresh", fresh);
  const line = recordingLine(snapshot) || stateLine(document);
  say(byId("state-line"), fresh === "lost" ? lostLine(snapshot) : line);
  const health = fresh === "lost" ? "" : healthLine(document.problems ?? []);
  say(byId("health"), health);
  show(byId("health"), health !== "");
  speak(fresh === "late" ? `${state.word}, late` : state.word);
}
