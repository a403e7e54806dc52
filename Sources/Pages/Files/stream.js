// The recorder's stream of events (`text/event-stream`), read with fetch, which can send the token.
// It never gives up: a stream that ends, or is silent for 15 s, is opened again.

import { request } from "./api.js";
import { clock } from "./clock.js";

const SILENCE_LIMIT_S = 15;
const FIRST_PAUSE_S = 1;
const LONGEST_PAUSE_S = 15;
const LONGEST_EVENT = 1 << 20;

// Cuts text into events, in whatever pieces it comes.
export class EventParser {
  #rest = "";

  // The events that `text` completes, each with its `name` and `data`.
  feed(text) {
    const blocks = (this.#rest + text).replaceAll("\r\n", "\n").split("\n\n");
    this.#rest = blocks.pop();
    if (this.#rest.length > LONGEST_EVENT) throw new Error("an event is too long");
    return blocks.map(EventParser.#event).filter((event) => event.data !== "");
  }

  static #event(block) {
    const event = { name: "message", data: "" };
    for (const line of block.split("\n")) {
      const [, field, value] = /^([a-z]+): ?(.*)$/.exec(line) ?? [];
      if (field === "event") event.name = value;
      if (field === "data") event.data += event.data === "" ? value : "\n" + value;
    }
    return event;
  }
}

export class EventStream {
  #path;
  #onEvent;
  #onFailure;
  #abort = null;
  #timer = null;
  #pauseS = FIRST_PAUSE_S;
  // When something came last.
  #heard = null;

  // `onEvent(name, data)`; `onFailure(error)` whenever it has to be opened again.
  constructor(path, onEvent, onFailure) {
    this.#path = path;
    this.#onEvent = onEvent;
    this.#onFailure = onFailure;
  }

  // Opens a new stream in place of whatever there was.
  open() {
    this.#pauseS = FIRST_PAUSE_S;
    this.#start();
  }

  close() {
    clearTimeout(this.#timer);
    this.#abort?.abort();
    this.#abort = null;
  }

  // To be called once a second: ends a stream that has been silent for too long.
  check() {
    if (this.#abort && clock.since(this.#heard) > SILENCE_LIMIT_S) this.#abort.abort();
  }

  async #start() {
    this.close();
    const abort = new AbortController();
    this.#abort = abort;
    this.#heard = clock.moment();
    try {
      await this.#read(abort);
      throw new Error("the stream ended");
    } catch (error) {
      if (this.#abort !== abort) return;
      this.#onFailure(error);
      this.#startLater();
    }
  }

  #startLater() {
    this.close();
    const jitter = 0.8 + 0.4 * Math.random();
    this.#timer = setTimeout(() => this.#start(), this.#pauseS * jitter * 1000);
    this.#pauseS = Math.min(LONGEST_PAUSE_S, this.#pauseS * 2);
  }

  async #read(abort) {
    const response = await request(this.#path, {
      signal: abort.signal, headers: { Accept: "text/event-stream" },
    });
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    const parser = new EventParser();
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      this.#heard = clock.moment();
      this.#hand(parser.feed(decoder.decode(value, { stream: true })), abort);
    }
  }

  #hand(events, abort) {
    for (const { name, data } of events) {
      if (this.#abort !== abort) return;
      this.#pauseS = FIRST_PAUSE_S;
      this.#onEvent(name, data);
    }
  }
}
