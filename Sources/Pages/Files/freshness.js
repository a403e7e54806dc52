// How far what is shown may be trusted. The recorder judges its values when it sends them; the page
// ages them from then on by a timer of its own, so that silence never looks healthy.

import { clock } from "./clock.js";

const RANK = { ok: 0, late: 1, lost: 2 };

// What a document without a believable expiry is given, in seconds, and how long each may at least
// be silent before it is lost.
const LIFETIME_S = 3;
const LOST_S = 15;

// A status document, and when it came.
export class Snapshot {
  constructor(document) {
    this.document = document;
    this.moment = clock.moment();
    this.wall = clock.now();
  }

  // Seconds since it came.
  get age() {
    return clock.since(this.moment);
  }

  // Seconds from its making to its expiry: two intervals and one more.
  get lifetime() {
    const { generated_at: made, expires_at: expires } = this.document;
    const seconds = (Date.parse(expires) - Date.parse(made)) / 1000;
    return seconds > 0 && seconds <= 60 ? seconds : LIFETIME_S;
  }

  // `ok`, `late` once it has expired, or `lost`.
  get state() {
    const age = this.age;
    if (age <= this.lifetime) return "ok";
    return age <= Math.max(LOST_S, 3 * this.lifetime) ? "late" : "lost";
  }

  // Seconds since a group's values were true; null where they never were.
  ageOf(seconds) {
    return typeof seconds === "number" ? seconds + this.age : null;
  }

  // The state of a group that was `state` when it was sent: the worse of both counts.
  stateOf(state) {
    const own = this.state;
    if (!(state in RANK)) return own === "lost" ? "lost" : "absent";
    return RANK[own] > RANK[state] ? own : state;
  }
}

// Word and shape of each state; colour comes third, by the attribute `data-fresh`.
export const FRESHNESS = {
  ok: { word: "LIVE", shape: "●" },
  late: { word: "LATE", shape: "◐" },
  lost: { word: "LOST", shape: "✕" },
  absent: { word: "NOTHING YET", shape: "○" },
};
