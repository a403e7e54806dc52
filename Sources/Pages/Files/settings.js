// What is remembered in this browser: units, theme and token.

import { UNITS } from "./format.js";

const PREFIX = "barograph.";
const DEFAULTS = { altitude: "m", speed: "km/h", climb: "m/s", theme: "system" };
const THEMES = ["system", "light", "dark"];

// Where a browser refuses to keep anything, it is kept until the page is closed.
const memory = new Map();

function read(name) {
  try {
    return localStorage.getItem(PREFIX + name) ?? memory.get(name) ?? null;
  } catch {
    return memory.get(name) ?? null;
  }
}

function write(name, value) {
  memory.set(name, value);
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, value);
  } catch {
    // Private windows of some browsers keep nothing.
  }
}

// The choices of a setting.
export function choices(name) {
  return name === "theme" ? THEMES : Object.keys(UNITS[name]);
}

export function setting(name) {
  const value = read(name);
  return choices(name).includes(value) ? value : DEFAULTS[name];
}

export function choose(name, value) {
  if (choices(name).includes(value)) write(name, value);
}

export function token() {
  return read("token");
}

export function keepToken(text) {
  write("token", text);
}

// Takes a token out of the address (`#token=…`), so that it is neither seen nor shared with it.
export function takeTokenFromAddress() {
  const found = /^#token=([A-Za-z0-9_.~-]{1,200})$/.exec(location.hash);
  if (!found) return;
  keepToken(found[1]);
  history.replaceState(null, "", location.pathname + location.search);
}

// Paints in the theme that was chosen.
export function applyTheme() {
  document.documentElement.dataset.theme = setting("theme");
}
