// The big digits: altitude, climb and speed, and what else the newest fix tells.

import { byId, mark, say } from "./dom.js";
import { FRESHNESS } from "./freshness.js";
import { ago, degrees, isNumber, number, quantity, timeOfDay, UNKNOWN } from "./format.js";
import { setting } from "./settings.js";

// Above the sea; above the ellipsoid where the receiver tells nothing else, which is said then.
function altitude(fix, line) {
  const isAboveSea = isNumber(fix.mean_sea_altitude_m) || !isNumber(fix.ellipsoid_altitude_m);
  return isAboveSea ? [fix.mean_sea_altitude_m, line]
    : [fix.ellipsoid_altitude_m, `${line}, above the ellipsoid`];
}

// `LIVE`, `LATE, 6 s ago`, `LOST, last seen 14:13:54Z`
export function freshnessLine(state, age, seenAt) {
  const { word, shape } = FRESHNESS[state];
  if (state === "lost") {
    const seen = seenAt ? `last seen ${timeOfDay(seenAt)}` : ago(age);
    return `${shape} ${word}, ${seen}`;
  }
  return state === "absent" ? `${shape} ${word}` : `${shape} ${word}, ${ago(age)}`;
}

function big(kind, value, state, line) {
  const unit = setting(kind);
  const isShown = state === "ok" || state === "late";
  say(byId(kind), isShown ? quantity(kind, unit, value) : UNKNOWN);
  say(byId(`${kind}-unit`), unit);
  say(byId(`${kind}-age`), isShown && !isNumber(value) ? "○ not known" : line);
  mark(byId(`${kind}-card`), "data-fresh", isShown && !isNumber(value) ? "absent" : state);
}

const MODES = { none: "no fix", "2d": "2D", "3d": "3D" };

function small(fix) {
  const pressure = quantity("altitude", setting("altitude"), fix.pressure_altitude_m);
  return {
    "fix-mode": MODES[fix.mode] ?? UNKNOWN,
    "fix-satellites": isNumber(fix.satellites_visible)
      ? `${number(fix.satellites_used)} of ${number(fix.satellites_visible)}` : number(fix.satellites_used),
    "fix-error": isNumber(fix.horizontal_error_m) ? `${number(fix.horizontal_error_m, 1)} m` : UNKNOWN,
    "fix-track": isNumber(fix.track_deg) ? `${number(fix.track_deg).padStart(3, "0")}°` : UNKNOWN,
    "fix-pressure": isNumber(fix.pressure_altitude_m) ? `${pressure} ${setting("altitude")}` : UNKNOWN,
    "fix-position": isNumber(fix.latitude_deg)
      ? `${degrees(fix.latitude_deg, "N", "S")}, ${degrees(fix.longitude_deg, "E", "W")}` : UNKNOWN,
  };
}

export function renderDigits(snapshot) {
  const fix = snapshot.document.fix ?? { state: "absent" };
  const state = snapshot.stateOf(fix.state);
  const line = freshnessLine(state, snapshot.ageOf(fix.age_s), fix.time);
  const [height, heightLine] = altitude(fix, line);
  big("altitude", height, state, heightLine);
  big("climb", fix.climb_m_per_s, state, line);
  big("speed", fix.ground_speed_m_per_s, state, line);
  const isShown = state === "ok" || state === "late";
  for (const [id, text] of Object.entries(small(isShown ? fix : {}))) say(byId(id), text);
  say(byId("fix-time"), timeOfDay(fix.time));
  mark(byId("fix"), "data-fresh", state);
}
