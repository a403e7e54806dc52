// The recorder's page: takes status documents from the stream, and shows them and their age.

import { renderBarogram } from "./barogram.js";
import { isOtherBuild } from "./build.js";
import { renderCards } from "./cards.js";
import { renderToken, wireChoices } from "./choices.js";
import { Controls } from "./controls.js";
import { askForToken } from "./dialogs.js";
import { renderDigits } from "./digits.js";
import { byId, say } from "./dom.js";
import { FlightList } from "./flights.js";
import { isNumber, span } from "./format.js";
import { Snapshot } from "./freshness.js";
import { wireLarge } from "./large.js";
import { renderProblems } from "./problems.js";
import { applyTheme, takeTokenFromAddress, token } from "./settings.js";
import { renderSources } from "./sources.js";
import { renderNothing, renderState } from "./state.js";
import { EventStream } from "./stream.js";
import { renderTrack } from "./track.js";
import { TrackData } from "./trackdata.js";

const SCHEMA = 1;

class Page {
  snapshot = null;
  track = new TrackData();
  flights = new FlightList();
  controls = new Controls();
  failure = "";
  wasAskedForToken = false;
  stream = new EventStream("/v1/events", (name, data) => this.take(name, data),
    (error) => this.fail(error));

  // An event of the stream. One that cannot be read is as if it had not come: ages go on.
  take(name, data) {
    if (name !== "status") return;
    let document;
    try {
      document = JSON.parse(data);
    } catch {
      return;
    }
    if (isOtherBuild(document.build)) return location.reload();
    if (document.schema !== SCHEMA) {
      return this.fail(new Error("the recorder speaks another version; load the page again"));
    }
    this.failure = "";
    this.snapshot = new Snapshot(document);
    this.track.follow(document, () => this.draw());
    this.flights.follow(document);
    this.render();
    this.drawHere();
  }

  async fail(error) {
    this.failure = error.message;
    this.render();
    if (!error.wantsToken || this.wasAskedForToken) return;
    this.wasAskedForToken = true;
    if (await askForToken(`${error.message}.`)) this.wake();
  }

  // Everything that ages.
  render() {
    renderToken();
    say(byId("failure"), this.failure ? `No connection: ${this.failure}. Trying again.` : "");
    const { snapshot } = this;
    if (!snapshot) return renderNothing(this.failure && `${this.failure}.`);
    for (const part of [renderState, renderProblems, renderDigits, renderSources, renderCards]) {
      part(snapshot);
    }
    this.controls.render(snapshot);
    const { version, uptime_s: uptime } = snapshot.document;
    const since = isNumber(uptime) ? `, runs for ${span(uptime + snapshot.age)}` : "";
    say(byId("version"), `Barograph ${version ?? ""}${since}`);
  }

  // Once a second, so that everything ages.
  tick() {
    this.stream.check();
    this.render();
  }

  // The present place, where it may be trusted.
  get here() {
    const fix = this.snapshot?.document.fix;
    if (!fix || this.snapshot.stateOf(fix.state) !== "ok") return null;
    if (!isNumber(fix.latitude_deg) || !isNumber(fix.longitude_deg)) return null;
    return { latitude: fix.latitude_deg, longitude: fix.longitude_deg };
  }

  draw() {
    this.drawHere();
    renderBarogram(this.track);
  }

  drawHere() {
    const { recording, flight, points } = this.track;
    say(byId("track-line"), recording !== null ? "The recording that goes on."
      : flight && points.length ? "The last flight." : "");
    renderTrack(this.track, this.here);
  }

  // After a sleep nothing of before is believed: a new stream, whose first event is everything.
  wake() {
    this.track.forget();
    this.flights.forget();
    this.render();
    this.stream.open();
  }

  sleep() {
    this.stream.close();
  }
}

function begin() {
  takeTokenFromAddress();
  applyTheme();
  const page = new Page();
  wireChoices(() => (page.render(), page.draw()), () => page.wake());
  wireLarge();
  document.addEventListener("visibilitychange", () => (document.hidden ? page.sleep() : page.wake()));
  window.addEventListener("pageshow", (event) => event.persisted && page.wake());
  window.addEventListener("pagehide", () => page.sleep());
  window.addEventListener("online", () => page.wake());
  window.addEventListener("hashchange", () => {
    takeTokenFromAddress();
    if (token()) page.wake();
  });
  new ResizeObserver(() => page.draw()).observe(byId("track"));
  setInterval(() => page.tick(), 1000);
  page.render();
  page.draw();
  if (!document.hidden) page.wake();
}

begin();
