// Start, stop and mark. "Stopped" is said only when the recorder has written everything.

import { postJSON } from "./api.js";
import { askForToken, confirmStop } from "./dialogs.js";
import { byId, mark, say, show } from "./dom.js";
import { timeOfDay } from "./format.js";

export class Controls {
  // What was asked for and has no answer yet: `start`, `stop` or `mark`.
  #asked = null;
  // The recording that was stopped, until its file is written.
  #ending = null;

  constructor() {
    byId("start").addEventListener("click", () => this.#do("start", () => this.#start()));
    byId("mark").addEventListener("click", () => this.#do("mark", () => this.#mark()));
    byId("stop").addEventListener("click", async () => {
      if (await confirmStop()) this.#do("stop", () => this.#stop());
    });
  }

  // Shows what can be done now.
  render(snapshot) {
    const recording = snapshot.document.recording;
    this.#swap(Boolean(recording));
    show(byId("mark"), Boolean(recording));
    for (const id of ["start", "stop", "mark"]) {
      mark(byId(id), "aria-busy", this.#asked === id);
      byId(id).disabled = this.#asked === id;
    }
    say(byId("stop-word"), this.#asked === "stop" ? "Stopping …" : "Stop");
    this.#watchEnd(snapshot);
  }

  // Start and stop take each other's place; the focus stays where it was.
  #swap(isRecording) {
    const [shown, hidden] = isRecording ? ["stop", "start"] : ["start", "stop"];
    const hadFocus = document.activeElement === byId(hidden);
    show(byId(shown), true);
    show(byId(hidden), false);
    if (hadFocus) byId(shown).focus();
  }

  // The file of a recording that was stopped comes a while after.
  #watchEnd({ document, state }) {
    if (this.#ending === null || state !== "ok" || document.recording?.id === this.#ending) return;
    if (document.state === "finishing" || document.unfinished_recordings > 0) return;
    this.#ending = null;
    this.#tell("✔ Stopped: everything is written.");
  }

  async #do(what, action) {
    if (this.#asked) return;
    this.#asked = what;
    mark(byId(what), "aria-busy", true);
    try {
      this.#tell(await this.#withToken(action));
    } catch (error) {
      this.#tell(`✖ ${error.message}. ${error.hint ?? ""}`);
    } finally {
      this.#asked = null;
      byId(what).disabled = false;
      mark(byId(what), "aria-busy", false);
      say(byId("stop-word"), "Stop");
    }
  }

  // Asks for a token where it is missing, then tries once more.
  async #withToken(action) {
    try {
      return await action();
    } catch (error) {
      if (!error.wantsToken || !(await askForToken(`${error.message}.`))) throw error;
      return action();
    }
  }

  async #start() {
    this.#tell("Starting …");
    const recording = await postJSON("/v1/record/start");
    return `✔ Recording ${recording.id} has begun.`;
  }

  async #mark() {
    const answer = await postJSON("/v1/record/mark");
    return `✔ Marked at ${timeOfDay(answer.at)}.`;
  }

  async #stop() {
    this.#tell("Stopping: waiting until everything is written …");
    const answer = await postJSON("/v1/record/stop");
    if (answer.result === "empty") return "✔ Stopped: there was nothing to keep.";
    if (answer.result === "finished") {
      return `✔ Stopped: everything is written, ${String(answer.igc_path).split("/").pop()}.`;
    }
    this.#ending = answer.recording_id;
    return "All fixes are on the disk; the IGC file is being written …";
  }

  #tell(text) {
    say(byId("job"), text);
  }
}
