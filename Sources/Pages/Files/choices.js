// The settings at the foot of the page.

import { askForToken } from "./dialogs.js";
import { byId, say, show } from "./dom.js";
import { applyTheme, choices, choose, keepToken, setting, token } from "./settings.js";

// Gives a list the choices of a setting.
export function fillChoice(select, name) {
  select.replaceChildren(...choices(name).map((value) => {
    const option = document.createElement("option");
    option.value = value;
    option.textContent = value === "system" ? "as the system" : value;
    return option;
  }));
  select.value = setting(name);
}

// Says whether there is a token.
export function renderToken() {
  say(byId("token-state"), token() ? "A token is kept in this browser." : "No token is kept.");
  show(byId("token-forget"), Boolean(token()));
}

// Keeps the screen on while the page is seen, where the browser allows it.
class ScreenLock {
  #lock = null;

  constructor(box) {
    this.box = box;
    const isAllowed = "wakeLock" in navigator;
    box.disabled = !isAllowed;
    if (!isAllowed) say(byId("awake-note"), "(browsers allow it over HTTPS or on the box itself only)");
    box.addEventListener("change", () => this.apply());
    document.addEventListener("visibilitychange", () => this.apply());
  }

  async apply() {
    if (document.hidden || this.box.disabled) return;
    try {
      await this.#lock?.release();
      this.#lock = this.box.checked ? await navigator.wakeLock.request("screen") : null;
    } catch (error) {
      say(byId("awake-note"), `(${error.message})`);
    }
  }
}

// `onUnits` when units changed, `onToken` when the token did.
export function wireChoices(onUnits, onToken) {
  for (const name of ["altitude", "speed", "climb", "theme"]) {
    const select = byId(`choose-${name}`);
    fillChoice(select, name);
    select.addEventListener("change", () => {
      choose(name, select.value);
      applyTheme();
      onUnits();
    });
  }
  byId("token-enter").addEventListener("click", async () => {
    const isOther = await askForToken("barograph page prints it.");
    if (isOther) onToken();
  });
  byId("token-forget").addEventListener("click", () => {
    keepToken(null);
    byId("token-enter").focus();
    onToken();
  });
  new ScreenLock(byId("awake"));
}
