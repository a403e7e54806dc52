// The receiver's page: accounts, what they hold, and when each device was heard of last.

import { getJSON } from "./api.js";
import { isOtherBuild } from "./build.js";
import { fillChoice } from "./choices.js";
import { byId, list, make, mark, say, show, tableRow } from "./dom.js";
import { ago, bytes, dateAndTime, instant, number, UNKNOWN } from "./format.js";
import { FRESHNESS, Snapshot } from "./freshness.js";
import { applyTheme, choose } from "./settings.js";

const INTERVAL_MS = 5000;
const MOST = 200;
const ACCOUNT = ["Account", "Flights", "Rides", "Devices", "Last contact", "Stored"];
const DEVICE = ["Device", "Account", "Last contact", "Version"];

// An overview, with the age of what it tells by the receiver's own clock.
class Overview extends Snapshot {
  // Answers come every five seconds: three that are missing make it late.
  get lifetime() {
    return 16;
  }

  // `2026-07-04 14:13:54Z, 3 min ago`
  time(text) {
    const then = instant(text);
    const made = instant(this.document.generated_at);
    if (then === null || made === null) return text ? dateAndTime(text) : "never";
    return `${dateAndTime(text)}, ${ago(Math.max(0, (made - then) / 1000) + this.age)}`;
  }
}

function named(labels) {
  const row = tableRow(labels);
  row.firstChild.append(make("bdi"));
  return row;
}

function newest(devices) {
  return devices.map((device) => device.last_contact).filter(Boolean).sort().at(-1);
}

function fillAccount(row, account, overview) {
  const [name, flights, rides, devices, contact, stored] = row.children;
  const all = account.devices ?? [];
  say(name.firstChild, account.name);
  say(flights, number(account.flights));
  say(rides, number(account.rides));
  say(devices, number(all.length));
  say(contact, overview.time(newest(all)));
  say(stored, bytes(account.bytes));
}

function fillDevice(row, { device, account }, overview) {
  const [name, owner, contact, version] = row.children;
  say(name.firstChild, device.name);
  say(owner, account.name);
  say(contact, overview.time(device.last_contact));
  say(version, device.app_version || UNKNOWN);
}

// A table with a line for what is left out, and another where there is nothing.
function table(name, items, labels, fill) {
  show(byId(`${name}-table`), items.length > 0);
  show(byId(`${name}s-none`), items.length === 0);
  list(byId(`${name}-rows`), items, MOST, () => named(labels), fill);
  say(byId(`${name}-more`), items.length > MOST ? `and ${items.length - MOST} more` : "");
}

class Page {
  overview = null;
  failure = "";
  #timer = null;

  render() {
    say(byId("failure"), this.failure ? `No connection: ${this.failure}. Trying again.` : "");
    const { overview } = this;
    if (!overview) return;
    const { word, shape } = FRESHNESS[overview.state];
    say(byId("freshness"), `${shape} ${word}, ${ago(overview.age)}`);
    mark(byId("freshness"), "data-fresh", overview.state);
    say(byId("spoken"), word);
    const accounts = overview.document.accounts ?? [];
    const devices = accounts.flatMap((account) =>
      (account.devices ?? []).map((device) => ({ device, account })));
    table("account", accounts, ACCOUNT, (row, item) => fillAccount(row, item, overview));
    table("device", devices, DEVICE, (row, item) => fillDevice(row, item, overview));
    say(byId("version"), `Barograph receiver ${overview.document.version ?? ""}`);
  }

  async ask() {
    clearTimeout(this.#timer);
    try {
      const document = await getJSON("/v1/overview");
      if (isOtherBuild(document.build)) return location.reload();
      this.overview = new Overview(document);
      this.failure = "";
    } catch (error) {
      this.failure = error.message;
    }
    this.render();
    clearTimeout(this.#timer);
    if (!document.hidden) this.#timer = setTimeout(() => this.ask(), INTERVAL_MS);
  }

  sleep() {
    clearTimeout(this.#timer);
  }
}

function begin() {
  applyTheme();
  const page = new Page();
  const theme = byId("choose-theme");
  fillChoice(theme, "theme");
  theme.addEventListener("change", () => {
    choose("theme", theme.value);
    applyTheme();
  });
  document.addEventListener("visibilitychange", () => (document.hidden ? page.sleep() : page.ask()));
  window.addEventListener("pageshow", (event) => event.persisted && page.ask());
  setInterval(() => page.render(), 1000);
  if (!document.hidden) page.ask();
}

begin();
