// Requests to the recorder, with the token where there is one.

import { token } from "./settings.js";

// What the recorder refused, or why it could not be asked.
export class RequestError extends Error {
  constructor(status, message, hint) {
    super(message);
    this.status = status;
    this.hint = hint;
  }

  // Whether a token, or another one, would help.
  get wantsToken() {
    return this.status === 401;
  }
}

// Whatever a response brings, an error is an object of `message` and `hint`.
async function refusal(response) {
  const fallback = `the recorder answered ${response.status}`;
  try {
    const body = await response.json();
    return new RequestError(response.status, body.message || fallback, body.hint || "");
  } catch {
    return new RequestError(response.status, fallback, "");
  }
}

// A response that is good, or a `RequestError`.
export async function request(path, options = {}) {
  const headers = { ...options.headers };
  const kept = token();
  if (kept) headers.Authorization = `Bearer ${kept}`;
  let response;
  try {
    response = await fetch(path, { cache: "no-store", ...options, headers });
  } catch (error) {
    if (options.signal?.aborted && options.signal.reason?.name !== "TimeoutError") throw error;
    throw new RequestError(0, "the recorder cannot be reached", "see that this device is in its network");
  }
  if (!response.ok) throw await refusal(response);
  return response;
}

export async function getJSON(path, seconds = 15) {
  const response = await request(path, { signal: AbortSignal.timeout(seconds * 1000) });
  return response.json();
}

export async function postJSON(path, body, seconds = 90) {
  const options = { method: "POST", signal: AbortSignal.timeout(seconds * 1000) };
  if (body !== undefined) {
    options.body = JSON.stringify(body);
    options.headers = { "Content-Type": "application/json" };
  }
  const response = await request(path, options);
  return response.json();
}
