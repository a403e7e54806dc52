// Files of the recorder that are behind a token: a link cannot send one, so that the page fetches
// them and hands them on.

import { request } from "./api.js";
import { token } from "./settings.js";

// What a browser keeps of a fetched file, until this long after it was handed on.
const KEPT_MS = 60000;

// Opens or saves what a link points to. Without a token the link works by itself.
export function follow(event, link, onFailure) {
  if (!token()) return;
  event.preventDefault();
  const tab = link.download ? null : window.open("", "_blank");
  hand(link, tab).catch((error) => {
    tab?.close();
    onFailure(error);
  });
}

async function hand(link, tab) {
  const response = await request(link.getAttribute("href"), { signal: AbortSignal.timeout(60000) });
  const url = URL.createObjectURL(await response.blob());
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
  if (tab) tab.location = url;
  else save(url, link.download);
}

function save(url, name) {
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
}
