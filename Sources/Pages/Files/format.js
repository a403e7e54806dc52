// Values as people read them. Unknown is a dash, never 0; times are UTC and say so.

export const UNKNOWN = "–";
export const NOT_SET = "clock not set";

// Recorders of this kind are younger; an earlier time is that of a clock that nobody set.
const EARLIEST = Date.UTC(2024, 0, 1);

// Factor and decimal places of each unit, by quantity; the base is metre and metre a second.
export const UNITS = {
  altitude: { m: [1, 0], ft: [1 / 0.3048, 0] },
  speed: { "km/h": [3.6, 0], kt: [3600 / 1852, 0] },
  climb: { "m/s": [1, 1], kt: [3600 / 1852, 1], "ft/min": [60 / 0.3048, 0] },
};

export function isNumber(value) {
  return typeof value === "number" && Number.isFinite(value);
}

// A number with a true minus and groups of three digits.
export function number(value, places = 0) {
  if (!isNumber(value)) return UNKNOWN;
  const [whole, fraction] = Math.abs(value).toFixed(places).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, "\u202f");
  const text = fraction ? `${grouped}.${fraction}` : grouped;
  return value < 0 && /[1-9]/.test(text) ? "−" + text : text;
}

// A value of a quantity in a unit, without the unit's name; a climb has its sign.
export function quantity(kind, unit, value) {
  if (!isNumber(value)) return UNKNOWN;
  const [factor, places] = UNITS[kind][unit];
  const text = number(value * factor, places);
  return kind === "climb" && value > 0 && /[1-9]/.test(text) ? "+" + text : text;
}

// How long ago, in words that do not flicker.
export function ago(seconds) {
  if (!isNumber(seconds)) return "never";
  if (seconds < 2) return "now";
  return span(seconds) + " ago";
}

// A time span in its two largest units.
export function span(seconds) {
  if (!isNumber(seconds)) return UNKNOWN;
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < 120) return `${whole} s`;
  if (whole < 7200) return `${Math.floor(whole / 60)} min`;
  if (whole < 172800) return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
  return `${Math.floor(whole / 86400)} days`;
}

// Hours, minutes and seconds: `1:12:44`.
export function elapsed(seconds) {
  if (!isNumber(seconds)) return UNKNOWN;
  const whole = Math.max(0, Math.floor(seconds));
  const pair = (value) => String(value).padStart(2, "0");
  return `${Math.floor(whole / 3600)}:${pair(Math.floor((whole % 3600) / 60))}:${pair(whole % 60)}`;
}

export function bytes(value) {
  if (!isNumber(value)) return UNKNOWN;
  const steps = [[1e12, "TB"], [1e9, "GB"], [1e6, "MB"], [1e3, "kB"]];
  const [step, unit] = steps.find(([least]) => value >= least) ?? [1, "B"];
  return `${number(value / step, step === 1 || value / step >= 100 ? 0 : 1)} ${unit}`;
}

// Milliseconds since 1970 of an RFC 3339 time; null for none, one that cannot be, or one of a clock
// that is not set.
export function instant(text) {
  const time = typeof text === "string" ? Date.parse(text) : NaN;
  return Number.isFinite(time) && time >= EARLIEST ? time : null;
}

function clockText(text, from, to) {
  if (text === null || text === undefined) return UNKNOWN;
  const time = instant(text);
  return time === null ? NOT_SET : new Date(time).toISOString().slice(from, to);
}

// `14:13:54Z`
export function timeOfDay(text) {
  const time = clockText(text, 11, 19);
  return /^\d/.test(time) ? time + "Z" : time;
}

// `2026-07-04`
export function date(text) {
  return clockText(text, 0, 10);
}

// `2026-07-04 14:13:54Z`
export function dateAndTime(text) {
  const day = date(text);
  return /^\d/.test(day) ? `${day} ${timeOfDay(text)}` : day;
}

// `48.12346 N`
export function degrees(value, positive, negative) {
  if (!isNumber(value)) return UNKNOWN;
  return `${Math.abs(value).toFixed(5)} ${value < 0 ? negative : positive}`;
}

// `3 problems`, `1 problem`
export function count(value, word) {
  return `${number(value)} ${word}${value === 1 ? "" : "s"}`;
}
